// The command `sshore` as a whole: what it offers, and how it ends.
import { Command } from 'commander'
import { addAgentCommand } from './commands/agent.ts'
import { addAnnouncementCommands } from './commands/announcement.ts'
import { addApiKeyCommands } from './commands/api-key.ts'
import { addAuditCommands } from './commands/audit.ts'
import { addAuthenticationCommands } from './commands/authentication.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addBillingCommands } from './commands/billing.ts'
import { addCertificateCommands } from './commands/certificate.ts'
import { exitCodeHelp } from './commands/command.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addConfigCommand } from './commands/config.ts'
import { addConnectorCommands } from './commands/connector.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDeviceCommands } from './commands/device.ts'
import { addDocsSearchCommand } from './commands/docs-search.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEventsCommand } from './commands/events.ts'
import { addExportCommand } from './commands/export.ts'
import { inPresentWords } from './commands/former-words.ts'
import { addImportCommand } from './commands/import.ts'
import { addTunnelCommands } from './commands/tunnel.ts'
import { addFirewallCommands } from './commands/firewall.ts'
import { addInfoCommand } from './commands/info.ts'
import { addKeyCommands } from './commands/key.ts'
import { addLoginCommands } from './commands/login.ts'
import { addMailCommands } from './commands/mail.ts'
import { addMemberCommands } from './commands/member.ts'
import { addNamespaceCommands } from './commands/namespace.ts'
import { addRecordingCommands } from './commands/recording.ts'
import { addServerCommand } from './commands/server.ts'
import { addSessionCommands } from './commands/session.ts'
import { addSetupCommand } from './commands/setup.ts'
import { addStatsCommand } from './commands/stats.ts'
import { addTagCommands } from './commands/tag.ts'
import { addUserCommands } from './commands/user.ts'
import { addWebhookCommands } from './commands/webhook.ts'
import { endingOf, exitCodes } from './exit-codes.ts'
import type { Surroundings } from './surroundings.ts'

const additions = [
  addServerCommand,
  addAgentCommand,
  addDemoCommand,
  addSetupCommand,
  addUserCommands,
  addAuthenticationCommands,
  addAnnouncementCommands,
  addNamespaceCommands,
  addMemberCommands,
  addDeviceCommands,
  addTagCommands,
  addSessionCommands,
  addRecordingCommands,
  addKeyCommands,
  addApiKeyCommands,
  addCertificateCommands,
  addFirewallCommands,
  addTunnelCommands,
  addConnectorCommands,
  addBillingCommands,
  addStatsCommand,
  addEventsCommand,
  addWebhookCommands,
  addMailCommands,
  addAuditCommands,
  addExportCommand,
  addImportCommand,
  addBackupCommands,
  addLoginCommands,
  addDoctorCommand,
  addDocsSearchCommand,
  addInfoCommand,
  addConfigCommand,
  addCompletionCommand,
]

/** Commander's settings are not inherited by subcommands that were added through `command()` before they were set. */
function settle(command: Command, { stdout, stderr }: Surroundings): void {
  command
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Told once, at the end, in the form that was asked for.
      outputError: () => undefined,
    })
    .configureHelp({ helpWidth: 100, sortOptions: false })
  for (const child of command.commands) settle(child, { stdout, stderr } as Surroundings)
}

function build(surroundings: Surroundings): Command {
  const program = new Command('sshore')
    .description('Reach remote devices over SSH, wherever they are.')
    .version(surroundings.version, '--version', 'print the version')
    .helpCommand(false)
    .addHelpText('after', exitCodeHelp())
  for (const add of additions) add(program, surroundings)
  settle(program, surroundings)
  return program
}

/** Runs one command line (without the program's own name) and returns the exit code. Never throws. */
export async function runProgram(given: readonly string[], surroundings: Surroundings): Promise<number> {
  const program = build(surroundings)
  const present = inPresentWords(given)
  const words = present ?? given
  // Without what follows: it may hold a password.
  if (present) surroundings.stderr.write(`This is written "sshore ${present.slice(0, 2).join(' ')}" now.\n`)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    const ending = endingOf(error)
    if (!ending) return exitCodes.ok
    const { code, message, fields, told, unexpected } = ending
    if (told) return ending.exitCode
    // Help that was shown instead of an error has said everything.
    if (message !== '(outputHelp)') {
      if (words.includes('--json')) {
        const report = { error: { code, message, ...(fields.length > 0 ? { fields } : {}) } }
        surroundings.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
      } else {
        const mentioned = new Set(message.split(/[^\w-]+/))
        const unnamed = fields.filter((field) => !mentioned.has(field))
        const named = unnamed.length > 0 ? ` (${unnamed.join(', ')})` : ''
        surroundings.stderr.write(`${message.startsWith('error: ') ? '' : 'error: '}${message}${named}\n`)
      }
      if (unexpected && error instanceof Error) surroundings.stderr.write(`${error.stack ?? ''}\n`)
    }
    return ending.exitCode
  }
}
