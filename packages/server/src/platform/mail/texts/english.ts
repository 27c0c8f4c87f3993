import { limits } from '@sshore/contract'
import type { LetterTexts } from './letter-texts.ts'

const { confirmationHours, recoveryHours, inviteHours, mfaResetHours } = limits.mail

const days = (hours: number): string => `${hours / 24} days`

const roles = {
  observer: 'an observer',
  operator: 'an operator',
  administrator: 'an administrator',
  owner: 'the owner',
}

export const english: LetterTexts = {
  tag: 'en',
  letters: {
    'account-confirmation': ({ username, path }) => ({
      subject: 'Confirm your e-mail address',
      paragraphs: [`An account with the user name ${username} was registered with this e-mail address.`],
      action: { label: 'Confirm the address', path },
      closing: [
        `The link is valid for ${confirmationHours} hours.`,
        'If it was not you, do nothing: without the confirmation nobody can sign in to that account.',
      ],
    }),
    'password-recovery': ({ username, path }) => ({
      subject: 'A new password',
      paragraphs: [`Somebody asked for a new password for the account ${username}.`],
      action: { label: 'Choose a new password', path },
      closing: [
        `The link works once, within ${recoveryHours} hours. Whoever is signed in to the account will be signed out.`,
        'If it was not you, do nothing: the password stays as it is.',
      ],
    }),
    'password-changed': ({ username }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of the account ${username} was changed with a link sent to this address.`,
        'If it was not you, somebody can read your mail: secure your mailbox first, then ask for a new password again.',
      ],
    }),
    'address-changed': ({ username }) => ({
      subject: 'Your e-mail address was changed',
      paragraphs: [
        `The account ${username} has another e-mail address now; nothing more will be sent to this one.`,
        'If it was not you, tell whoever runs the server at once.',
      ],
    }),
    invite: ({ inviter, namespace, role, path }) => ({
      subject: `Invitation to ${namespace}`,
      paragraphs: [`${inviter} invites you to the namespace ${namespace} as ${roles[role]}.`],
      action: { label: 'See the invitation', path },
      closing: [
        `The invitation is for this e-mail address and valid for ${days(inviteHours)}.`,
        'If you do not know who this is, do nothing.',
      ],
    }),
    'mfa-reset': ({ username, code, address, path }) => ({
      subject: 'Code to switch off the second factor',
      paragraphs: [
        `Somebody asked to switch off the second factor of the account ${username}.`,
        address === 'main'
          ? 'This is the code of the main address. The other one was sent to the recovery address; both are needed.'
          : 'This is the code of the recovery address. The other one was sent to the main address; both are needed.',
      ],
      code,
      action: { label: 'Type in the codes', path },
      closing: [
        `The codes are valid for ${mfaResetHours} hours.`,
        'If it was not you, do nothing, and give the code to nobody.',
      ],
    }),
    trial: () => ({
      subject: 'Mail works',
      paragraphs: ['Somebody who looks after this server tried whether its mail arrives. It does.'],
    }),
  },
  footer: (server) => (server === '' ? 'Sent by Sshore.' : `Sent by Sshore at ${server}.`),
  orCopy: 'Or open this address:',
}
