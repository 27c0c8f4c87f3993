// What the server writes to people, by what each letter has to say; the words are in `texts/`.
import type { Language, Role } from '@sshore/contract'
import { limits } from '@sshore/contract'
import { hours } from '../clock.ts'

/** `path` leads to a page of the console, from its root on, and carries the secret of the letter. */
export interface LetterFacts {
  /** Somebody has registered and has to show that the address is theirs. */
  readonly 'account-confirmation': { readonly username: string; readonly path: string }
  /** A way to a new password, which somebody asked for. */
  readonly 'password-recovery': { readonly username: string; readonly path: string }
  /** The password is another one now, by a mailed link. */
  readonly 'password-changed': { readonly username: string }
  /** The address of an account is another one now; sent to the one before. */
  readonly 'address-changed': { readonly username: string }
  /** Somebody wants them in a namespace. */
  readonly invite: {
    readonly inviter: string
    readonly namespace: string
    readonly role: Role
    readonly path: string
  }
  /** One of the two codes that together switch multi-factor authentication off. */
  readonly 'mfa-reset': {
    readonly username: string
    readonly code: string
    readonly address: 'main' | 'recovery'
    readonly path: string
  }
  /** Somebody who looks after the server tries whether mail arrives. */
  readonly trial: Readonly<Record<string, never>>
}

export type LetterKind = keyof LetterFacts

export type Letter = {
  readonly [Kind in LetterKind]: {
    readonly kind: Kind
    /** An e-mail address. */
    readonly to: string
    readonly language: Language
    readonly facts: LetterFacts[Kind]
  }
}[LetterKind]

const { confirmationHours, recoveryHours, inviteHours, mfaResetHours, noticeHours } = limits.mail

/** They only tell what has happened: it happens all the same when there is no room for them. */
export const notices: ReadonlySet<LetterKind> = new Set(['password-changed', 'address-changed'])

/** How long a letter of each kind is worth sending: as long as what is in it is good for something. */
export const lifetimeMilliseconds: Readonly<Record<LetterKind, number>> = {
  'account-confirmation': hours(confirmationHours),
  'password-recovery': hours(recoveryHours),
  'password-changed': hours(noticeHours),
  'address-changed': hours(noticeHours),
  invite: hours(inviteHours),
  'mfa-reset': hours(mfaResetHours),
  trial: hours(1),
}
