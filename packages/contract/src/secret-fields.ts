// Fields whose values prove something or open something. They are written nowhere: not in the audit log, not in events.

/** Names of fields in bodies, replies and facts. */
export const secretFields: ReadonlySet<string> = new Set([
  'password',
  'new_password',
  'current_password',
  'password_hash',
  'token',
  'key',
  'key_hash',
  'secret',
  'sealed_secret',
  'sealed_key',
  'private_key',
  'code',
  'ticket',
  'verifier',
  'SAMLResponse',
  'recovery_code',
  'recovery_codes',
  'main_email_code',
  'recovery_email_code',
  'pass',
  'sign',
  'signature',
])
