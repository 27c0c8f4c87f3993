// The words for each reason why somebody was not let in: what is wrong, then what to do about it.
import type { DeviceStatus } from '@sshore/contract'
import { oneLine } from '../plain-text.ts'
import type { LoginFailure, LoginRefusal } from './failures.ts'
import { offersMost } from './attempts.ts'
import { certificateDefects, keyProblems } from './key-words.ts'

export interface Lines {
  readonly summary: string
  readonly what: string
  readonly next: readonly string[]
}

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

function ago(then: Date, now: Date): string {
  const seconds = Math.max(1, Math.round((now.getTime() - then.getTime()) / 1000))
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[3]
  const count = Math.floor(seconds / unit.seconds)
  const clock = then.toISOString().slice(0, 16).replace('T', ' ')
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago (${clock} UTC)`
}

function didYouMean(suggestions: readonly string[]): string[] {
  return suggestions.length > 0 ? [`Did you mean: ${suggestions.map((name) => oneLine(name, 64)).join(', ')}?`] : []
}

const notAccepted: Partial<Record<DeviceStatus, (address: string) => Lines>> = {
  pending: (address) => ({
    summary: 'the device waits to be accepted',
    what: `${address} waits to be accepted into its namespace.`,
    next: ['An administrator or operator of the namespace accepts it in the console under Devices, Pending.'],
  }),
  rejected: (address) => ({
    summary: 'the device was rejected',
    what: `${address} was rejected in its namespace.`,
    next: ['An administrator of the namespace can still accept it in the console under Devices, Rejected.'],
  }),
}

const refusals: Record<LoginRefusal, (login: string) => Lines> = {
  wrong_credentials: (login) => ({
    summary: 'wrong user name or password',
    what: `the device does not let ${login} in with this password.`,
    next: ['Use the password of that account on the device, or register a public key in the console.'],
  }),
  account_expired: (login) => ({
    summary: 'the account has expired',
    what: `the account ${login} on the device has expired.`,
    next: [`On the device, as root: chage -E -1 ${login}`],
  }),
  password_expired: (login) => ({
    summary: 'the password has expired',
    what: `the password of ${login} on the device has expired and must be changed first.`,
    next: [`On the device: passwd ${login}`, 'Or log in with a registered public key.'],
  }),
  no_shell: (login) => ({
    summary: 'the account has no login shell',
    what: `the account ${login} on the device has no login shell.`,
    next: [`Use another account, or on the device, as root: chsh -s /bin/sh ${login}`],
  }),
  key_refused: (login) => ({
    summary: 'the device refused the key',
    what: `the device itself does not accept this key for ${login}.`,
    next: ['It keeps a list of its own; ask who runs the device.'],
  }),
  other_user: (login) => ({
    summary: 'the agent serves another user',
    what: `the agent on the device does not run as root, so it cannot log in as ${login}.`,
    next: ['Log in as the user who started the agent, or run the agent as root.'],
  }),
  too_many_attempts: (login) => ({
    summary: 'too many failed attempts',
    what: `there were too many failed attempts for ${login}; the device refuses more for a while.`,
    next: ['Wait some minutes, or log in with a registered public key.'],
  }),
  fault: () => ({
    summary: 'the device could not check the login',
    what: 'the device could not check the login.',
    next: ['The log of the agent on the device says why.'],
  }),
}

export function linesOf(failure: LoginFailure): Lines {
  switch (failure.code) {
    case 'malformed_address':
      return {
        summary: 'the user name does not say which device to reach',
        what: `"${oneLine(failure.user, 80)}" does not say which device to reach.`,
        next: [
          'Write: ssh <login>@<namespace>.<device>@<server>',
          'For example: ssh root@home.kitchen-pi@ssh.example.org',
        ],
      }
    case 'unknown_namespace':
      return {
        summary: 'unknown namespace',
        what: `there is no namespace for "${oneLine(failure.address, 128)}".`,
        next: [...didYouMean(failure.suggestions), 'The form is <login>@<namespace>.<device>.'],
      }
    case 'unknown_device':
      return {
        summary: 'unknown device',
        what: `there is no device "${oneLine(failure.address, 128)}".`,
        next: [...didYouMean(failure.suggestions), 'The console lists the devices of your namespace.'],
      }
    case 'not_accepted':
      return (
        notAccepted[failure.status]?.(oneLine(failure.address)) ?? {
          summary: 'the device is not in use',
          what: `${oneLine(failure.address)} is not in use any more.`,
          next: ['The console lists the devices of your namespace.'],
        }
      )
    case 'offline':
      return {
        summary: 'the device is offline',
        what: failure.lastSeen
          ? `${oneLine(failure.address)} is offline; it was last seen ${ago(failure.lastSeen, failure.now)}.`
          : `${oneLine(failure.address)} is offline.`,
        next: ['Check its power and network, and that the agent runs on it.'],
      }
    case 'denied':
      return {
        summary: 'refused by a rule of the namespace',
        what: `a rule of the namespace refuses this connection: ${oneLine(failure.reason)}`,
        next: ['An administrator of the namespace can change its rules.'],
      }
    case 'key_problem':
      return keyProblems[failure.problem]
    case 'key_other_login':
      return {
        summary: 'the key is registered for other login names',
        what: `your key ${failure.fingerprint} is registered, but not for the login name ${oneLine(failure.login, 64)}.`,
        next: ['Use a login name that the key is meant for, or widen its rule in the console under Public keys.'],
      }
    case 'key_other_device':
      return {
        summary: 'the key is registered for other devices',
        what: `your key ${failure.fingerprint} is registered, but not for ${oneLine(failure.address)}.`,
        next: ['Widen the filter of the key in the console under Public keys.'],
      }
    case 'keys_unknown':
      return {
        summary: 'no offered key is registered',
        what: `none of your keys is registered in the namespace of ${oneLine(failure.address)}. They are:`,
        next: [...failure.fingerprints, 'Register one in the console under Public keys.'],
      }
    case 'device_refused': {
      const lines = refusals[failure.refusal](oneLine(failure.login, 64))
      const detail = oneLine(failure.detail)
      return detail === '' ? lines : { ...lines, next: [`The device says: ${detail}`, ...lines.next] }
    }
    case 'device_silent':
      return {
        summary: 'the device does not answer',
        what: `${oneLine(failure.address)} is connected but does not answer.`,
        next: ['Its network may just have changed; try again in a moment.'],
      }
    case 'certificate':
      return certificateDefects[failure.defect](failure.login)
    case 'not_touched':
      return {
        summary: 'the security key was not touched',
        what: 'the security key signed without being touched, which is not accepted.',
        next: ['Make the key without no-touch-required: ssh-keygen -t ed25519-sk', 'Touch it when it blinks.'],
      }
    case 'not_verified':
      return {
        summary: 'the security key did not ask who uses it',
        what: 'this security key has to ask for its PIN or a fingerprint, and did not.',
        next: ['Make the key with: ssh-keygen -t ed25519-sk -O verify-required'],
      }
    case 'empty_password':
      return {
        summary: 'empty passwords are not accepted',
        what: 'an empty password opens nothing here, whatever the device itself allows.',
        next: ['Set a password on the device with passwd, or register a public key in the console.'],
      }
    case 'password_change':
      return {
        summary: 'passwords cannot be changed at login',
        what: 'a password cannot be changed while logging in.',
        next: [`On the device: passwd ${oneLine(failure.login, 64)}`, 'Or log in with a registered public key.'],
      }
    case 'wrong_answer':
      return {
        summary: 'the further proof was wrong',
        what: 'that was not the right answer.',
        next: ['Your key or password was right; only this step is asked again.'],
      }
    case 'too_many_offers':
      return {
        summary: `more than ${offersMost} keys were offered`,
        what: `your SSH client offered more than ${offersMost} keys, which is the most on one connection.`,
        next: [
          'Name the right one: ssh -o IdentitiesOnly=yes -i <key> …',
          ...(failure.fingerprints.length > 0 ? ['None of these is registered:', ...failure.fingerprints] : []),
        ],
      }
    case 'account_locked':
      return {
        summary: 'too many failed attempts at this account',
        what: `there were too many failed attempts at ${oneLine(failure.login, 64)} on this device, so passwords wait for a while.`,
        next: [`Try again in ${Math.ceil(failure.waitSeconds / 60)} min, or log in with a registered public key.`],
      }
    case 'answers_locked':
      return {
        summary: 'too many wrong answers for this account',
        what: `there were too many wrong answers for ${oneLine(failure.login, 64)} on this device, so answers wait for a while.`,
        next: [`Try again in ${Math.ceil(failure.waitSeconds / 60)} min.`],
      }
    case 'no_second_factor':
      return {
        summary: 'the member has no second factor',
        what: `${oneLine(failure.namespace, 64)} asks for a second factor, and ${oneLine(failure.username, 64)} has none that would do.`,
        next: ['Switch it on in the console under Profile; you have to be a member of the namespace.'],
      }
    case 'member_locked':
      return {
        summary: 'too many failed attempts of this user',
        what: 'there were too many wrong codes or passwords of this user, so codes wait for a while.',
        next: [`Try again in ${Math.ceil(failure.waitSeconds / 60)} min.`],
      }
    case 'too_many_attempts':
      return {
        summary: 'too many failed attempts',
        what: 'too many failed attempts on this connection.',
        next: ['With many keys in your ssh-agent, name the right one: ssh -o IdentitiesOnly=yes -i <key> …'],
      }
    case 'address_locked':
      return {
        summary: 'too many failed attempts from your address',
        what: 'there were too many failed attempts from your address.',
        next: [`Try again in ${Math.ceil(failure.waitSeconds / 60)} min.`],
      }
    case 'server_fault':
      return {
        summary: 'the server could not check the login',
        what: 'the server could not check the login; this is its fault, not yours.',
        next: ['Try again in a moment; the log of the server says more.'],
      }
    case 'stopping':
      return { summary: 'the server is stopping', what: 'the server is stopping.', next: ['Try again in a moment.'] }
  }
}
