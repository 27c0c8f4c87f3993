// The list of all endpoints; everything generated walks it.
import type { Endpoint } from './endpoint.ts'
import * as adminAuthentication from './endpoints/admin-authentication.ts'
import * as adminDevices from './endpoints/admin-devices.ts'
import * as adminNamespaces from './endpoints/admin-namespaces.ts'
import { adminGetServer } from './endpoints/admin-server.ts'
import * as adminUsers from './endpoints/admin-users.ts'
import * as announcements from './endpoints/announcements.ts'
import * as apiKeys from './endpoints/api-keys.ts'
import { exportAudit, listAudit, listAuditOf, verifyAudit } from './endpoints/audit.ts'
import * as authentication from './endpoints/authentication.ts'
import {
  createConnector,
  deleteConnector,
  getConnector,
  getConnectorInfo,
  listConnectors,
  updateConnector,
} from './endpoints/connectors.ts'
import { streamEvents } from './endpoints/events.ts'
import { beginBrowserSession, endBrowserSession, refreshBrowserSession } from './endpoints/browser-sessions.ts'
import * as internalMfa from './endpoints/internal-mfa.ts'
import * as mfa from './endpoints/mfa.ts'
import * as securityKeys from './endpoints/security-keys.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from './endpoints/webhooks.ts'
import {
  addFirewallRuleTag,
  createFirewallRule,
  deleteFirewallRule,
  evaluateFirewall,
  getFirewallRule,
  listFirewallRules,
  removeFirewallRuleTag,
  setFirewallRuleTags,
  updateFirewallRule,
} from './endpoints/firewall.ts'
import { acceptPairing, getPairing, getPairingStatus, startPairing } from './endpoints/pairing.ts'
import {
  createCertificateAuthority,
  deleteCertificateAuthority,
  issueCertificate,
  listCertificateAuthorities,
  listCertificates,
  listRevocations,
  revokeCertificate,
  updateCertificateAuthority,
} from './endpoints/certificate-authority.ts'
import * as billing from './endpoints/billing.ts'
import * as containers from './endpoints/containers.ts'
import {
  addDeviceTag,
  getDevice,
  listDevices,
  registerDevice,
  removeDevice,
  removeDeviceTag,
  renameDevice,
  resolveDevice,
  setDeviceStatus,
  setDeviceTags,
  updateDevice,
} from './endpoints/devices.ts'
import * as instance from './endpoints/instance.ts'
import { createApiKeyFor, deleteApiKeyOf, updateApiKeyOf } from './endpoints/internal-api-keys.ts'
import { addMemberByName, removeMemberByName, updateMemberByName } from './endpoints/internal-members.ts'
import {
  createNamespaceFor,
  deleteNamespaceByName,
  getNamespaceByName,
  listAllNamespaces,
  updateNamespaceByName,
} from './endpoints/internal-namespaces.ts'
import { listMails, sendMailAgain, tryMail } from './endpoints/mail.ts'
import { getSetup } from './endpoints/internal-setup.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  setAdministrator,
  setUserPassword,
  unlockUser,
  updateUserQuota,
} from './endpoints/internal-users.ts'
import {
  createAuthorityFor,
  deleteAuthorityOf,
  issueCertificateFor,
  listAuthoritiesOf,
  listCertificatesOf,
  revokeCertificateOf,
  updateAuthorityOf,
} from './endpoints/internal-certificates.ts'
import {
  authenticateDevice,
  createSession,
  evaluateCertificate,
  evaluatePublicKey,
  finishSession,
  keepSessions,
  markDeviceOffline,
  reportPresence,
  resolveAddress,
  updateSession,
} from './endpoints/internal-gateway.ts'
import * as namespaces from './endpoints/namespaces.ts'
import * as publicKeys from './endpoints/public-keys.ts'
import { appendRecording, finishRecording, openRecording } from './endpoints/internal-recording.ts'
import {
  createRecordFrame,
  deleteRecord,
  getRecord,
  getRecordingKey,
  listRecordings,
  readRecording,
  searchRecordings,
  watchRecord,
} from './endpoints/recording.ts'
import * as saml from './endpoints/saml.ts'
import * as sessions from './endpoints/sessions.ts'
import { getSecuritySettings, updateSecuritySettings } from './endpoints/security-settings.ts'
import * as stats from './endpoints/stats.ts'
import * as tunnels from './endpoints/tunnels.ts'
import * as stockAgents from './endpoints/stock-agents.ts'
import { getSupportIdentifier } from './endpoints/support.ts'
import * as tags from './endpoints/tags.ts'
import * as accounts from './endpoints/accounts.ts'
import {
  acceptInvite,
  declineInvite,
  getInvite,
  inviteMember,
  listInvites,
  resendInvite,
  withdrawInvite,
} from './endpoints/invites.ts'
import { updateUser, updateUserData, updateUserPassword } from './endpoints/users.ts'
import { checkTerminalUser, createTerminalTicket, redeemTerminalTicket } from './endpoints/web-terminal.ts'

export const contract = {
  ...instance,
  ...authentication,
  beginBrowserSession,
  refreshBrowserSession,
  endBrowserSession,
  updateUser,
  updateUserData,
  updateUserPassword,
  ...accounts,
  ...namespaces,
  inviteMember,
  acceptInvite,
  declineInvite,
  getInvite,
  listInvites,
  resendInvite,
  withdrawInvite,
  ...apiKeys,
  getSecuritySettings,
  updateSecuritySettings,
  registerDevice,
  listDevices,
  resolveDevice,
  getDevice,
  updateDevice,
  renameDevice,
  removeDevice,
  setDeviceStatus,
  addDeviceTag,
  setDeviceTags,
  removeDeviceTag,
  ...containers,
  ...tags,
  startPairing,
  getPairingStatus,
  getPairing,
  acceptPairing,
  ...sessions,
  getSamlMetadata: saml.getSamlMetadata,
  receiveSamlAssertion: saml.receiveSamlAssertion,
  redeemSamlTicket: saml.redeemSamlTicket,
  linkSamlIdentity: saml.linkSamlIdentity,
  ...adminAuthentication,
  ...adminUsers,
  ...adminNamespaces,
  adminGetServer,
  ...adminDevices,
  listAnnouncements: announcements.listAnnouncements,
  getAnnouncement: announcements.getAnnouncement,
  adminListAnnouncements: announcements.adminListAnnouncements,
  adminCreateAnnouncement: announcements.adminCreateAnnouncement,
  adminGetAnnouncement: announcements.adminGetAnnouncement,
  adminUpdateAnnouncement: announcements.adminUpdateAnnouncement,
  adminDeleteAnnouncement: announcements.adminDeleteAnnouncement,
  getSupportIdentifier,
  getRecord,
  createRecordFrame,
  deleteRecord,
  watchRecord,
  listRecordings,
  searchRecordings,
  getRecordingKey,
  readRecording,
  ...publicKeys,
  listCertificateAuthorities,
  createCertificateAuthority,
  updateCertificateAuthority,
  deleteCertificateAuthority,
  listCertificates,
  issueCertificate,
  revokeCertificate,
  listRevocations,
  createFirewallRule,
  listFirewallRules,
  getFirewallRule,
  updateFirewallRule,
  deleteFirewallRule,
  addFirewallRuleTag,
  setFirewallRuleTags,
  removeFirewallRuleTag,
  evaluateFirewall,
  listTunnels: tunnels.listTunnels,
  createTunnel: tunnels.createTunnel,
  deleteTunnel: tunnels.deleteTunnel,
  enterTunnel: tunnels.enterTunnel,
  ...stockAgents,
  createTerminalTicket,
  ...stats,
  listAudit,
  exportAudit,
  streamEvents,
  createConnector,
  listConnectors,
  getConnector,
  updateConnector,
  deleteConnector,
  getConnectorInfo,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  renewWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  deleteWebhook,
  createCustomer: billing.createCustomer,
  getCustomer: billing.getCustomer,
  attachPaymentMethod: billing.attachPaymentMethod,
  setDefaultPaymentMethod: billing.setDefaultPaymentMethod,
  chooseDevices: billing.chooseDevices,
  createSubscription: billing.createSubscription,
  getSubscription: billing.getSubscription,
  reportUsage: billing.reportUsage,
  cancelSubscription: billing.cancelSubscription,
  openBillingPortal: billing.openBillingPortal,
  detachPaymentMethod: billing.detachPaymentMethod,
  listMostUsedDevices: billing.listMostUsedDevices,
  evaluateBilling: billing.evaluateBilling,
  receiveBillingEvent: billing.receiveBillingEvent,
  getMfa: mfa.getMfa,
  generateMfa: mfa.generateMfa,
  enableMfa: mfa.enableMfa,
  authenticateMfa: mfa.authenticateMfa,
  recoverMfa: mfa.recoverMfa,
  requestMfaReset: mfa.requestMfaReset,
  resetMfa: mfa.resetMfa,
  offerSecurityKey: securityKeys.offerSecurityKey,
  addSecurityKey: securityKeys.addSecurityKey,
  removeSecurityKey: securityKeys.removeSecurityKey,
  disableMfa: mfa.disableMfa,
  challengeSecurityKey: securityKeys.challengeSecurityKey,
  authenticateSecurityKey: securityKeys.authenticateSecurityKey,
  findSecondFactor: internalMfa.findSecondFactor,
  checkSecondFactor: internalMfa.checkSecondFactor,
  disableMfaOf: internalMfa.disableMfaOf,
  resolveAddress,
  evaluatePublicKey,
  evaluateCertificate,
  authenticateDevice,
  reportPresence,
  markDeviceOffline,
  createSession,
  updateSession,
  keepSessions,
  finishSession,
  openRecording,
  appendRecording,
  finishRecording,
  redeemTerminalTicket,
  checkTerminalUser,
  visitTunnel: tunnels.visitTunnel,
  redeemTunnelCode: tunnels.redeemTunnelCode,
  getSetup,
  listUsers,
  createUser,
  setAdministrator,
  setUserPassword,
  updateUserQuota,
  unlockUser,
  deleteUser,
  listAllNamespaces,
  getNamespaceByName,
  createNamespaceFor,
  deleteNamespaceByName,
  updateNamespaceByName,
  addMemberByName,
  updateMemberByName,
  removeMemberByName,
  createApiKeyFor,
  updateApiKeyOf,
  deleteApiKeyOf,
  listAuthoritiesOf,
  createAuthorityFor,
  updateAuthorityOf,
  deleteAuthorityOf,
  listCertificatesOf,
  issueCertificateFor,
  revokeCertificateOf,
  listMails,
  sendMailAgain,
  tryMail,
  listAuditOf,
  verifyAudit,
} as const

export type Contract = typeof contract
export type EndpointId = keyof Contract

/** All endpoints, in the order of the list above. */
export const endpoints: readonly Endpoint[] = Object.values(contract)
