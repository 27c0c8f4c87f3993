// Tables of second factors. Columns hold what `codecs.ts` says.
import type { UserId } from '@sshore/contract'

export interface MfaTables {
  mfa_factors: MfaFactorsTable
  mfa_recovery_codes: MfaRecoveryCodesTable
  mfa_enrolments: MfaEnrolmentsTable
  mfa_challenges: MfaChallengesTable
  mfa_resets: MfaResetsTable
  mfa_keys: MfaKeysTable
}

/** A user without a row has no second factor. */
export interface MfaFactorsTable {
  user_id: UserId
  /** What one-time codes are made of. */
  sealed_secret: string
  /** Of the newest code that was accepted (RFC 6238 section 5.2): neither it nor an older one is good again. */
  last_step: number
  enabled_at: number
}

export interface MfaRecoveryCodesTable {
  user_id: UserId
  /** SHA-256, hex: a code has 80 random bits. */
  code_hash: string
  used_at: number | null
}

/** Generated and not enabled yet: what was handed out, by hashes alone. */
export interface MfaEnrolmentsTable {
  user_id: UserId
  secret_hash: string
  /** JSON: hashes of the recovery codes. */
  code_hashes: string
  expires_at: number
}

/** Something that was begun and waits for the second factor. */
export interface MfaChallengesTable {
  /** SHA-256 of the token, hex. */
  token_hash: string
  user_id: UserId
  purpose: 'login' | 'add-key'
  /** Where the password was given. */
  address: string
  /** 1: an identity provider said who it is, in place of a password. */
  single_sign_on: number
  /** Of the user at that time: a new password or a log-out ends it. */
  token_version: number
  /** What a security key is to sign, base64url; null while none was asked. */
  key_challenge: string | null
  created_at: number
  expires_at: number
}

/** Codes that were mailed. */
export interface MfaResetsTable {
  user_id: UserId
  /** JSON of both codes: too short for a hash to hide them. Empty: none are mailed before it expires. */
  sealed_codes: string
  /** 1: an identity provider said who it is, in the login that waited when they were asked for. */
  single_sign_on: number
  failures: number
  sent_at: number
  expires_at: number
}

/** Security keys (WebAuthn). */
export interface MfaKeysTable {
  /** As the key names the credential, base64url. */
  credential: string
  user_id: UserId
  name: string
  /** COSE, base64url. */
  public_key: string
  /** As the key last told it. */
  signatures: number
  /** JSON: how browsers reach it. */
  transports: string
  /** The host that it was registered for, and answers alone. */
  host: string
  created_at: number
  last_used_at: number | null
}
