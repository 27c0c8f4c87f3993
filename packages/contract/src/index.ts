export * from './billing.ts'
export * from './brands.ts'
export * from './bus.ts'
export * from './changes.ts'
export { clientMaySet } from './client-environment.ts'
export * from './contract.ts'
export * from './editions.ts'
export * from './endpoint.ts'
export * from './entities.ts'
export * from './errors.ts'
export * from './filter-grammar.ts'
export * from './filters.ts'
export * from './forwarding.ts'
export * from './link.ts'
export * from './openapi.ts'
export * as limits from './limits.ts'
export { networkOf } from './network.ts'
export { hasAuthorityOver, hasPermission, isAtMost, lowerRole, type Permission, permissions, roles } from './roles.ts'
export { Nullable, OneOf, Paging, Time, TotalCount, zeroTime } from './schemas.ts'
export { type ActorKind, type AuditEntry } from './endpoints/audit.ts'
export { events, eventTypes, type EventType, NamespaceEvent, permissionFor } from './events.ts'
export type { FirewallRule, FirewallRuleChoices } from './endpoints/firewall.ts'
export type { SamlProvider } from './endpoints/saml.ts'
export type { Tunnel, TunnelTarget } from './endpoints/tunnels.ts'
export type { Customer, Invoice, PaymentMethod, Subscription } from './endpoints/billing.ts'
export type { Connector, ConnectorState } from './endpoints/connectors.ts'
export type { Webhook, WebhookDelivery } from './endpoints/webhooks.ts'
export { type Mail } from './endpoints/internal-mail.ts'
export * from './languages.ts'
export type { KeyAnswer, KeyRegistration, SecurityKey } from './endpoints/mfa.ts'
export type { SecondFactorAnswer } from './endpoints/internal-mfa.ts'
export * from './recording-policies.ts'
export type { Recording } from './endpoints/recording.ts'
export { secretFields } from './secret-fields.ts'
export * from './web-terminal.ts'
export { TerminalTicket } from './endpoints/web-terminal.ts'
export { DeviceRegistration } from './endpoints/devices.ts'
export { UserAccount } from './endpoints/internal-users.ts'
export { ReachableDevice } from './endpoints/internal-gateway.ts'
export {
  type AuthorityChoices,
  type AuthorityEdit,
  type CertificateAuthority,
  type CertificateRequest,
  type IssuedCertificate,
  type NewCertificate,
  type Revocation,
  type RevocationRequest,
} from './endpoints/certificate-authority.ts'
