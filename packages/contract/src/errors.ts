// The one catalogue of failures. Rules fail with a code; the HTTP edge turns it into a status, the SSH edge into
// banner text. A status number appears in this file and nowhere else.

export interface CatalogueEntry {
  readonly status: number
  readonly message: string
}

const entry = (status: number, message: string): CatalogueEntry => ({ status, message })

export const errors = {
  invalid_input: entry(400, 'The request is not valid; see the fields named.'),
  malformed_json: entry(400, 'The request body is not valid JSON.'),
  body_too_large: entry(413, 'The request body is too large.'),
  unsupported_media_type: entry(415, 'Send the request body as application/json.'),
  unauthenticated: entry(401, 'Sign in first: the token or key is missing, malformed, expired or revoked.'),
  invalid_credentials: entry(401, 'Unknown user or wrong password.'),
  mfa_needed: entry(401, 'The password is right; a second factor is asked for as well.'),
  mfa_token_unknown: entry(401, 'This login is over or was completed already; begin again with your password.'),
  wrong_code: entry(401, 'This code is wrong, too old or was used already; wait for the next one.'),
  account_locked: entry(429, 'Too many failed logins; the account is locked for a while.'),
  too_many_requests: entry(429, 'Too many requests; try again later.'),
  too_many_pending_devices: entry(
    429,
    'Too many devices wait to be accepted in this namespace; accept or remove some, then start the agent again.',
  ),
  local_authentication_disabled: entry(403, 'Signing in with a password is switched off on this server.'),
  recovery_link_unknown: entry(401, 'This link is unknown, was used, or is too old; ask for a new one.'),
  user_not_confirmed: entry(403, 'Confirm the e-mail address of this account first.'),
  second_factor_refused: entry(
    403,
    'That is not right, or was used already. To sign in with a recovery code, give your password first.',
  ),
  wrong_reset_codes: entry(403, 'These are not the codes that were mailed last, or they have expired.'),
  second_factor_needed: entry(
    403,
    'Sign in with your second factor first: only who has one may say whether others are asked for theirs.',
  ),
  only_themselves: entry(403, 'Only the user themselves can do this, not an administrator who acts as them.'),
  console_only: entry(
    403,
    'Only pages of the console of this server may do this; they send the header X-Sshore-Console.',
  ),
  browser_session_begun: entry(
    403,
    'A browser session has begun with this sign-in already; its cookie gets the next token.',
  ),
  mfa_on: entry(403, 'The second factor is on already; switch it off first.'),
  mfa_off: entry(403, 'The second factor is not on.'),
  forbidden: entry(403, 'Your role in this namespace does not allow this.'),
  administrator_protected: entry(403, 'Nobody acts as an administrator of the server but they themselves.'),
  not_administrator: entry(403, 'Only administrators of this server may do this.'),
  api_key_not_allowed: entry(403, 'This call needs a user token; an API key cannot be used.'),
  namespace_required: entry(403, 'The token is not bound to a namespace; switch to one first.'),
  device_not_accepted: entry(403, 'Nobody has accepted this device; accept it first.'),
  tunnel_limit: entry(403, 'This device has as many tunnels as it may; close one first.'),
  namespace_quota_reached: entry(403, 'Your quota of namespaces is used up.'),
  device_choice_not_needed: entry(403, 'With an active subscription all devices stay; there is nothing to choose.'),
  device_limit_reached: entry(403, 'The device limit of this namespace is reached.'),
  certificate_not_allowed: entry(403, 'Your role does not allow a certificate like this.'),
  role_above_own: entry(403, 'A role can only be given or changed by somebody with authority over it.'),
  owner_cannot_leave: entry(403, 'The owner cannot leave the namespace; delete it instead.'),
  owner_cannot_be_removed: entry(403, 'You own namespaces; delete them first, or give them to somebody else.'),
  registration_closed: entry(403, 'This server takes no registrations.'),
  invite_of_another: entry(403, 'This invitation is for another account; sign in with the one that was invited.'),
  setup_done: entry(403, 'This server has already been set up.'),
  setup_signature: entry(403, 'The setup signature is wrong; use the link that the server printed at its first start.'),
  not_found: entry(404, 'Nothing here.'),
  namespace_not_found: entry(404, 'There is no such namespace.'),
  device_not_found: entry(404, 'There is no such device in this namespace.'),
  container_not_found: entry(404, 'There is no such container in this namespace.'),
  security_key_not_found: entry(404, 'There is no such security key.'),
  session_not_found: entry(404, 'There is no such session in this namespace.'),
  recording_not_found: entry(404, 'There is no such recording in this namespace.'),
  user_not_found: entry(404, 'There is no such user.'),
  member_not_found: entry(404, 'There is no such member in this namespace.'),
  api_key_not_found: entry(404, 'There is no API key of this name in this namespace.'),
  webhook_not_found: entry(404, 'There is no such webhook in this namespace.'),
  connector_not_found: entry(404, 'There is no such connector in this namespace.'),
  webhook_delivery_not_found: entry(404, 'There is no such delivery of this webhook.'),
  login_not_found: entry(404, 'Nobody logs in to this device with this key and this name now.'),
  public_key_not_found: entry(404, 'There is no such public key in this namespace.'),
  certificate_authority_not_found: entry(404, 'There is no such certificate authority in this namespace.'),
  firewall_rule_not_found: entry(404, 'There is no such firewall rule in this namespace.'),
  tunnel_not_found: entry(404, 'There is no such tunnel.'),
  tunnels_off: entry(
    404,
    'Tunnels are switched off on this server; whoever runs it names a domain for them in SSHORE_TUNNELS_DOMAIN.',
  ),
  billing_customer_not_found: entry(404, 'This namespace is no customer yet; its owner can make it one.'),
  subscription_not_found: entry(404, 'This namespace has no subscription that could be cancelled.'),
  payment_method_not_found: entry(404, 'This namespace has no such payment method.'),
  confirmation_not_found: entry(404, 'This link is unknown or too old; ask for a new one.'),
  invite_not_found: entry(404, 'This invitation is unknown, was used, or is too old; ask for a new one.'),
  invite_not_waiting: entry(404, 'No such invitation waits for an answer any more.'),
  mail_not_found: entry(404, 'There is no such mail.'),
  tag_not_found: entry(404, 'There is no such tag in this namespace.'),
  pairing_code_not_found: entry(404, 'This code is unknown or has expired; start the agent again for a new one.'),
  feature_absent: entry(404, 'This feature is not part of this edition.'),
  announcement_not_found: entry(404, 'There is no such announcement.'),
  announcement_of_upstream: entry(
    409,
    'This announcement comes from the server that this one follows; it is changed there.',
  ),
  saml_absent: entry(501, 'Single sign-on with SAML is not enabled on this server.'),
  saml_refused: entry(
    401,
    'What the identity provider said was not accepted; try again, and if it stays so, whoever runs the server finds the reason in its log.',
  ),
  saml_ticket: entry(401, 'This sign-in was used already or took too long; begin again.'),
  saml_unknown_user: entry(403, 'There is no account for you on this server; ask whoever runs it.'),
  saml_no_public_url: entry(
    409,
    'An identity provider has to know the address of this server; set SSHORE_PUBLIC_URL and start the server again.',
  ),
  saml_not_configured: entry(409, 'No identity provider has been named yet; give its metadata, or its data by hand.'),
  saml_metadata: entry(400, 'The metadata of the identity provider could not be read.'),
  saml_identity_taken: entry(409, 'This identity belongs to another account.'),
  last_sign_in_method: entry(409, 'At least one way to sign in stays on; switch the other one on first.'),
  recovery_email_missing: entry(400, 'Set a recovery e-mail address first: it is the last way back in.'),
  enrolment_unknown: entry(
    400,
    'This secret and these recovery codes were not made for you lately; generate new ones.',
  ),
  security_keys_unavailable: entry(
    400,
    'Security keys work at a host name only; whoever runs this server can set its address (SSHORE_PUBLIC_URL).',
  ),
  security_key_refused: entry(400, 'What the security key signed is not for this server and this moment; try again.'),
  connector_address: entry(
    400,
    'The server does not connect to this address: only public hosts are allowed, unless whoever runs it allows private ones (SSHORE_CONNECTOR_ALLOW_PRIVATE) or this socket (SSHORE_CONNECTOR_SOCKETS).',
  ),
  connector_tls: entry(
    400,
    'TLS wants three PEM texts: the certificate of an authority, a certificate, and the private key that belongs to it.',
  ),
  webhook_address: entry(
    400,
    'Events are sent to https addresses of public hosts alone, without user name and fragment.',
  ),
  public_key_without_tags: entry(
    400,
    'This key is filtered by a host name, not by tags; change its filter to tags first.',
  ),
  firewall_rule_without_tags: entry(
    400,
    'This rule is filtered by a host name, not by tags; change its filter to tags first.',
  ),
  billing_signature: entry(400, 'This event is not signed by the payment provider, or was signed too long ago.'),
  payment_method_missing: entry(400, 'There is nothing to pay with yet; add a payment method first.'),
  payment_method_needed: entry(
    400,
    'The subscription is paid with this payment method; make another one the default first, or cancel the subscription.',
  ),
  payment_required: entry(
    402,
    'All devices of the free plan are used, those removed in the last 30 days included; the owner of the namespace can subscribe.',
  ),
  payment_failed: entry(402, 'The payment did not go through; try another payment method.'),
  invoices_unpaid: entry(402, 'There are invoices that are not paid yet; pay them first.'),
  subscription_required: entry(402, 'This namespace has no active subscription; its owner can subscribe.'),
  subscription_not_ended: entry(
    402,
    'The subscription of this namespace could not be ended, so nothing was deleted; try again in a few minutes.',
  ),
  user_has_password: entry(400, 'This user has a password; set another one instead.'),
  wrong_current_password: entry(400, 'The current password is wrong.'),
  method_not_allowed: entry(405, 'This method is not allowed here.'),
  tag_limit_reached: entry(406, 'An item carries at most three tags.'),
  last_tag: entry(406, 'The last tag of a filter stays; change the filter or remove the item instead.'),
  user_exists: entry(409, 'The user name or e-mail address is taken.'),
  namespace_name_taken: entry(409, 'There is a namespace of this name already.'),
  device_name_taken: entry(409, 'There is a device of this name in this namespace already.'),
  device_identity_online: entry(
    409,
    'An accepted device of the same identity is online; reject this one, or start its agent with another --identity.',
  ),
  member_exists: entry(409, 'This user is a member already, or is invited and has not answered yet.'),
  api_key_exists: entry(409, 'There is an API key of this name or value in this namespace already.'),
  public_key_exists: entry(409, 'This public key is registered in this namespace already.'),
  certificate_authority_exists: entry(409, 'This authority is trusted in this namespace already.'),
  certificate_authority_limit: entry(
    409,
    'This namespace trusts as many certificate authorities as it may; remove one first.',
  ),
  no_signing_authority: entry(
    409,
    'This namespace has no authority of its own that could sign; create one first: sshore certificate authority create',
  ),
  security_key_exists: entry(409, 'This security key is registered already.'),
  security_key_limit: entry(409, 'You have as many security keys as you may; remove one first.'),
  connector_limit: entry(409, 'This namespace has as many connectors as it may; remove one first.'),
  webhook_limit: entry(409, 'This namespace has as many webhooks as it may; remove one first.'),
  webhook_off: entry(409, 'This webhook is switched off; switch it on first.'),
  webhook_queue_full: entry(409, 'Too much waits to be sent to this webhook already; see what its address answers.'),
  invite_limit: entry(409, 'Too many invitations to this namespace wait to be accepted; remove some first.'),
  mail_over: entry(409, 'This mail was sent, or what it says is good for nothing any more.'),
  mail_limit: entry(
    429,
    'Too much was mailed to this address, or on your behalf, within the last hour; try again later.',
  ),
  firewall_rule_limit: entry(409, 'This namespace has as many firewall rules as it may; remove one first.'),
  recording_of_gateway: entry(409, 'The gateway recorded this seat; nothing can be added to that.'),
  recording_runs: entry(409, 'This recording is still being written; close the session first.'),
  recording_order: entry(409, 'Another block of this recording comes first.'),
  recording_broken: entry(
    409,
    'This recording is not as it was written, or the position is none that was given; see: sshore recording verify',
  ),
  recording_full: entry(409, 'This recording has as many frames as one may have.'),
  tag_exists: entry(409, 'This tag is there already.'),
  tag_in_filter: entry(409, 'This tag is all of the filter of something; change that filter first.'),
  user_owns_namespaces: entry(409, 'The user owns namespaces; delete those first.'),
  billing_customer_exists: entry(409, 'This namespace is a customer already.'),
  subscription_exists: entry(409, 'This namespace has a subscription already.'),
  unprocessable_body: entry(422, 'The request body is not valid JSON.'),
  unprocessable_public_key: entry(422, 'This is not a public key in OpenSSH form.'),
  billing_off: entry(424, 'This server has no payment provider; whoever runs it sets SSHORE_STRIPE_SECRET_KEY.'),
  billing_unavailable: entry(424, 'The payment provider does not answer at the moment; try again in a few minutes.'),
  billing_refused: entry(424, 'The payment provider refused this; the log of the server says why.'),
  connector_unreachable: entry(502, 'The container engine does not answer as one.'),
  internal: entry(500, 'Internal Server Error'),
  database_unavailable: entry(503, 'The database does not answer at the moment; try again in a few seconds.'),
  recording_unavailable: entry(
    503,
    'Recordings cannot be written now: the store of the server is full or does not answer.',
  ),
  mail_queue_full: entry(503, 'Too much mail waits to be sent already; whoever runs this server has to look after it.'),
  storage_full: entry(503, 'There is no room left on the disk of this server; whoever runs it has to make room.'),
  shutting_down: entry(503, 'The server is stopping; try again in a moment.'),
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errors

export interface FailureDetail {
  /** Names of the request's fields that are wrong or in conflict. */
  readonly fields?: readonly string[]
  /** Extra response headers, for example the end of a lockout. */
  readonly headers?: Readonly<Record<string, string>>
  /** A sentence that replaces the catalogue's. */
  readonly message?: string
}

/** What a rule throws. Anything else that is thrown is a fault of ours: logged, and told as `internal`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly detail: FailureDetail

  constructor(code: ErrorCode, detail: FailureDetail = {}) {
    super(detail.message ?? errors[code].message)
    this.name = 'Failure'
    this.code = code
    this.detail = detail
  }
}
