// Tables of single sign-on and of announcements. Columns hold what `codecs.ts` says.
import type { AnnouncementId, UserId } from '@sshore/contract'

export interface SingleSignOnTables {
  saml_identities: SamlIdentitiesTable
  saml_spent: SamlSpentTable
  announcements: AnnouncementsTable
}

/** Who somebody is to an identity provider, once they have proved which account is theirs. */
export interface SamlIdentitiesTable {
  /** Entity identifier of the provider. */
  issuer: string
  /** NameID of the subject there. */
  name: string
  user_id: UserId
  created_at: number
  last_login_at: number | null
}

/** What was good for one use: requests that were answered, assertions, tickets. */
export interface SamlSpentTable {
  /** SHA-256 of it, base64url. */
  digest: string
  /** When it would be refused for its age. */
  forgotten_at: number
}

export interface AnnouncementsTable {
  uuid: AnnouncementId
  /** Whose it is: of this server, or of the one that it follows. */
  source: 'own' | 'upstream'
  title: string
  /** Markdown. */
  content: string
  published_at: number
}
