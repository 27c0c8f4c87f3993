import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { BackupManifest } from '../backup/backup-manifest.ts'
import { readManifest, verifyFiles } from '../backup/backup-manifest.ts'
import { createBackup, databaseName } from '../backup/create-backup.ts'
import { checkDatabase } from '../backup/database-copy.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { asCommandFailure, refuseForeignFolder } from '../instance/administration.ts'
import { refuseFile } from '../instance/data-folder.ts'
import type { Surroundings } from '../surroundings.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'

const bytesOf = ({ files }: BackupManifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

const summary = (manifest: BackupManifest, folder: string) => ({
  folder,
  created_at: manifest.created_at,
  database: manifest.database,
  files: manifest.files.length,
  bytes: bytesOf(manifest),
})

const described = (manifest: BackupManifest, folder: string): string =>
  labelled([
    ['Backup', folder],
    ['Made', manifest.created_at],
    ['Database', manifest.database === 'none' ? 'not in it' : manifest.database],
    ['Files', `${manifest.files.length}, ${(bytesOf(manifest) / 1_000_000).toFixed(1)} MB`],
  ])

function addCreate(backup: Command, surroundings: Surroundings): void {
  const command = backup
    .command('create <folder>', { isDefault: true })
    .description('Save all that the server keeps into a new folder, while it runs or not')
    .option('--json', 'print the result as JSON')
  withSettings(command, ['dataDir', 'databaseUrl'])
    .addHelpText('after', examples('sshore backup /var/backups/sshore-monday', 'sshore backup create monday --json'))
    .action(async (given: string) => {
      const { config, output } = invocationOf(surroundings, command)
      const { environment, version } = surroundings
      const folder = resolve(given)
      refuseFile(config.dataDir)
      refuseForeignFolder(config)
      const progress = (sentence: string): void => output.note(sentence)
      const work = { config, folder, version, environment, now: new Date(), progress }
      const manifest = await createBackup(work).catch((error: unknown) => {
        throw asCommandFailure(error, config.dataDir)
      })
      output.note('Keep it where nobody else reads it: it holds the keys of the server.')
      output.result(summary(manifest, folder), () => described(manifest, folder))
    })
}

function addVerify(backup: Command, surroundings: Surroundings): void {
  const command = leaf(backup, 'verify <folder>', 'Read a backup to its end and check that it is whole')
  command
    .addHelpText('after', examples('sshore backup verify /var/backups/sshore-monday'))
    .action(async (given: string) => {
      const { output } = invocationOf(surroundings, command)
      const folder = resolve(given)
      const manifest = await readManifest(folder)
      await verifyFiles(folder, manifest)
      if (manifest.database === 'embedded') checkDatabase(resolve(folder, databaseName))
      output.result(summary(manifest, folder), () => `${described(manifest, folder)}The backup is whole.\n`)
    })
}

export function addBackupCommands(program: Command, surroundings: Surroundings): void {
  const backup = group(program, 'backup', 'Save all that the server keeps, and check what was saved')
  addCreate(backup, surroundings)
  addVerify(backup, surroundings)
  const restore = leaf(program, 'restore <folder>', 'Put a backup into an empty data folder')
  withSettings(restore, ['dataDir', 'databaseUrl'])
    .addHelpText('after', examples('sshore restore /var/backups/sshore-monday --data-dir /var/lib/sshore'))
    .action(async (given: string) => {
      const { config, output } = invocationOf(surroundings, restore)
      const folder = resolve(given)
      const progress = (sentence: string): void => output.note(sentence)
      const { environment } = surroundings
      const manifest = await restoreBackup({ config, folder, environment, progress })
      output.note(
        `Restored into ${config.dataDir}. Start the server with "sshore server" and the same settings as before.`,
      )
      output.result({ ...summary(manifest, folder), data_dir: config.dataDir }, () => described(manifest, folder))
    })
}
