// Tables of accounts that people make themselves, and of invitations. Columns hold what `codecs.ts` says.
import type { Language, TenantId, UserId } from '@sshore/contract'

export interface AccountTables {
  mailed_tokens: MailedTokensTable
  account_requests: AccountRequestsTable
  invites: InvitesTable
}

/** What was mailed to somebody in a link. */
export interface MailedTokensTable {
  /** SHA-256, hex. */
  token_hash: string
  user_id: UserId
  purpose: 'confirmation' | 'recovery'
  /** Where it was sent; it is good for nothing once the user has another address. Empty: until it ends none is sent. */
  email: string
  created_at: number
  expires_at: number
}

/** What somebody without a credential asked for, whether or not there is such a user. */
export interface AccountRequestsTable {
  /** In the order in which they came. */
  id: string
  purpose: 'registration' | 'confirmation' | 'recovery'
  /** As it was typed, lower-cased; empty for a registration. */
  login: string
  language: Language
  /** Whose requests are counted together. */
  network: string
  address: string
  request: string
  created_at: number
  /** 1: what follows from it was done. */
  done: number
}

/** The link of an invitation. Goes with the membership that waits for it. */
export interface InvitesTable {
  tenant_id: TenantId
  user_id: UserId
  /** That was invited; the user's own may be another one by now. */
  email: string
  /** SHA-256 of the signature, hex. */
  sig_hash: string
  /** 1: it was mailed to the address, so that whoever has it reads that mailbox. */
  mailed: number
  created_at: number
  expires_at: number
  /** When it was accepted; it is good for nothing then but to tell so. */
  used_at: number | null
  /** Whose right to invite it rests on; null: from before this was kept. */
  invited_by: UserId | null
}
