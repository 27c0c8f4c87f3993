// What can be changed, by name: the vocabulary of everything that wants to know about changes.

/** Name → what it says of its target, in the past tense. */
export const changes = {
  'server.export': 'listed as a whole',
  'server.setup': 'set up',
  'server.authentication': 'given other ways to sign in',
  'server.identity-provider-try': 'made to try an identity provider',
  'server.identity-provider': 'told anew of its identity provider',
  'user.create': 'created',
  'user.update': 'changed',
  'user.password': 'given a new password',
  'user.administrator': 'made an administrator of the server, or one no more',
  'user.login': 'signed in',
  'user.login-failed': 'refused at login',
  'user.unlock': 'let in again after failed logins',
  'user.login-locked': 'locked out after failed logins',
  'user.mfa-asked': 'asked for the second factor, after the right password',
  'user.mfa-enable': 'given a second factor',
  'user.mfa-disable': 'left without a second factor',
  'user.mfa-recover': 'signed in with a recovery code',
  'user.mfa-answer': 'asked for the second factor at a device, and right',
  'user.mfa-key-add': 'given a security key',
  'user.mfa-key-remove': 'left without a security key',
  'user.mfa-reset-request': 'mailed codes that switch the second factor off',
  'user.confirm': 'confirmed',
  'user.confirmation-asked': 'mailed a link to confirm the address',
  'user.recovery-asked': 'mailed a link to a new password',
  'user.link': 'linked to who they are to the identity provider',
  'user.unlink': 'no more linked to who they are to the identity provider',
  'user.saml-refused': 'refused, as what an identity provider said of them was not accepted',
  'user.impersonate': 'acted for by an administrator of the server',
  'user.logout': 'signed out everywhere',
  'user.remove': 'deleted',
  'namespace.create': 'created',
  'namespace.update': 'changed',
  'namespace.remove': 'deleted',
  'member.add': 'added',
  'member.update': 'given another role',
  'member.remove': 'removed',
  'member.invite': 'invited',
  'member.accept': 'accepted the invitation',
  'member.decline': 'declined the invitation',
  'member.withdraw': 'invited no longer',
  'member.leave': 'left',
  'api-key.create': 'created',
  'api-key.update': 'changed',
  'api-key.remove': 'removed',
  'device.register': 'seen for the first time',
  'device.update': 'changed',
  'device.status': 'given another status',
  'device.take-over': 'replaced by its re-flashed self',
  'device.tags': 'given other tags',
  'device.remove': 'removed',
  'device.connection-refused': 'kept from somebody who wanted to connect',
  'public-key.create': 'registered',
  'public-key.update': 'changed',
  'public-key.tags': 'given other tags',
  'public-key.remove': 'removed',
  'certificate-authority.create': 'trusted',
  'certificate-authority.update': 'changed',
  'certificate-authority.remove': 'trusted no more',
  'certificate.issue': 'issued',
  'certificate.revoke': 'revoked',
  'firewall-rule.create': 'added',
  'firewall-rule.update': 'changed',
  'firewall-rule.tags': 'given other tags',
  'firewall-rule.remove': 'removed',
  'tunnel.create': 'opened',
  'tunnel.enter': 'entered by a member',
  'tunnel.remove': 'closed',
  'tag.rename': 'renamed wherever it was',
  'tag.remove': 'removed wherever it was',
  'session.open': 'opened',
  'session.update': 'changed',
  'session.close': 'asked to close',
  'session.end': 'ended',
  'recording.play': 'played',
  'recording.watch': 'watched while it ran',
  'recording.search': 'searched for what was on a screen',
  'recording.remove': 'removed',
  'mail.read': 'read before it was sent',
  'mail.send-again': 'asked to send again',
  'mail.try': 'sent to see whether mail arrives',
  'connector.create': 'created',
  'connector.update': 'changed',
  'connector.remove': 'removed',
  'announcement.create': 'announced',
  'announcement.update': 'changed',
  'announcement.remove': 'taken back',
  'webhook.create': 'created',
  'webhook.update': 'changed',
  'webhook.remove': 'removed',
  'webhook.test': 'tried',
  'webhook.redeliver': 'asked to deliver again',
  'webhook.disable': 'switched off after failing for days',
  'customer.create': 'made a customer of the payment provider',
  'customer.portal': 'sent to a page of the payment provider',
  'customer.remove': 'no customer of the payment provider any more',
  'payment-method.attach': 'added',
  'payment-method.detach': 'taken away',
  'payment-method.default': 'made the one to pay with',
  'subscription.create': 'begun',
  'subscription.cancel': 'asked to end',
  'subscription.update': 'in another state',
  'subscription.choose-devices': 'done without: some devices were kept',
  'subscription.report': 'told how many devices there are',
} as const satisfies Record<string, string>

export type ChangeName = keyof typeof changes

/** What a change was made to. */
export type ChangeTarget =
  | 'server'
  | 'user'
  | 'namespace'
  | 'member'
  | 'api-key'
  | 'device'
  | 'public-key'
  | 'certificate-authority'
  | 'certificate'
  | 'firewall-rule'
  | 'tunnel'
  | 'tag'
  | 'session'
  | 'recording'
  | 'mail'
  | 'connector'
  | 'announcement'
  | 'webhook'
  | 'customer'
  | 'payment-method'
  | 'subscription'

/** Facts about the target: only what the change touched, and never a secret. */
export type ChangeFacts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>
