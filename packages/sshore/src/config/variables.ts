// Every setting of `sshore server`, once: the environment, the flags, `sshore config` and the documentation derive from it.
import { editions, limits } from '@sshore/contract'
import {
  address,
  bucketAddress,
  domainName,
  file,
  folder,
  type Kind,
  networks,
  oneOf,
  optional,
  paths,
  port,
  postgresAddress,
  regionName,
  sharedKey,
  webAddress,
  wholeNumber,
} from './kinds.ts'
import { sender, smtpAddress } from './mail-kinds.ts'
import { stripeKey, stripePrice, stripeWebhookSecret } from './payment-kinds.ts'

export interface Variable<Value> {
  /** Name in the environment. */
  readonly name: `SSHORE_${string}`
  /** Long option of `sshore server` that wins over the environment. */
  readonly flag: string
  readonly kind: Kind<Value>
  /** As it would be written; empty for none. */
  readonly fallback: string
  readonly description: string
}

const variable = <Value>(definition: Variable<Value>): Variable<Value> => definition

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const variables = {
  dataDir: variable({
    name: 'SSHORE_DATA_DIR',
    flag: 'data-dir',
    kind: folder,
    fallback: './data',
    description:
      'Folder of everything the server keeps: database, host keys, token key. One running server per folder; only its ' +
      'owner may have access (mode 700).',
  }),
  databaseUrl: variable({
    name: 'SSHORE_DATABASE_URL',
    flag: 'database-url',
    kind: optional(postgresAddress),
    fallback: '',
    description:
      'A database of PostgreSQL 15 or newer to keep everything in but keys. Empty: the embedded database (SQLite) in the ' +
      'data folder, which serves one server well; several servers share one PostgreSQL. Others on this machine can see ' +
      'flags, so a password belongs into the variable, or into ~/.pgpass.',
  }),
  host: variable({
    name: 'SSHORE_HOST',
    flag: 'host',
    kind: address,
    fallback: '127.0.0.1',
    description:
      'Address to listen on. The default reaches no further than this machine, because HTTP is not encrypted here: ' +
      'put a proxy with TLS in front, or choose 0.0.0.0 in a network that you trust.',
  }),
  httpPort: variable({
    name: 'SSHORE_HTTP_PORT',
    flag: 'http-port',
    kind: port,
    fallback: '8080',
    description: 'Port of the console, the API and the links of the agents.',
  }),
  sshHost: variable({
    name: 'SSHORE_SSH_HOST',
    flag: 'ssh-host',
    kind: optional(address),
    fallback: '',
    description: 'Address on which SSH clients are taken, when it differs from SSHORE_HOST.',
  }),
  sshPort: variable({
    name: 'SSHORE_SSH_PORT',
    flag: 'ssh-port',
    kind: port,
    fallback: '2222',
    description: 'Port for SSH clients.',
  }),
  publicUrl: variable({
    name: 'SSHORE_PUBLIC_URL',
    flag: 'public-url',
    kind: optional(webAddress),
    fallback: '',
    description: 'Address under which people reach the console, for the links that are printed.',
  }),
  trustedProxies: variable({
    name: 'SSHORE_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    kind: networks,
    fallback: '',
    description:
      "Proxies whose X-Forwarded-* and X-Real-IP headers are believed, and PROXY headers where they are on. Empty: nobody's.",
  }),
  sshProxyProtocol: variable({
    name: 'SSHORE_SSH_PROXY_PROTOCOL',
    flag: 'ssh-proxy-protocol',
    kind: oneOf(['off', 'on']),
    fallback: 'off',
    description:
      'Whether the trusted proxies begin each connection to the SSH port with a PROXY header (version 1 or 2). When on, ' +
      'they have to; from everybody else such a header is refused.',
  }),
  edition: variable({
    name: 'SSHORE_EDITION',
    flag: 'edition',
    kind: oneOf(editions),
    fallback: editions[0],
    description:
      'Which set of features to serve. All editions share one data format, so it may be changed at any start.',
  }),
  lockoutCeilingMinutes: variable({
    name: 'SSHORE_LOCKOUT_CEILING_MINUTES',
    flag: 'lockout-ceiling-minutes',
    kind: wholeNumber(0, 10_080, 'minutes'),
    fallback: String(limits.lockout.ceilingMinutes),
    description: 'Longest time an account stays locked after failed logins; 0 switches locking off.',
  }),
  auditRetentionDays: variable({
    name: 'SSHORE_AUDIT_RETENTION_DAYS',
    flag: 'audit-retention-days',
    kind: wholeNumber(1, 36_500, 'days'),
    fallback: String(limits.auditRetentionDays),
    description: 'How long it is kept who did what; older entries of the audit log are dropped.',
  }),
  recordingRetentionDays: variable({
    name: 'SSHORE_RECORDING_RETENTION_DAYS',
    flag: 'recording-retention-days',
    kind: wholeNumber(1, 36_500, 'days'),
    fallback: String(limits.recordings.retentionDays),
    description: 'How long recordings of sessions are kept; older ones are removed.',
  }),
  recordingStore: variable({
    name: 'SSHORE_RECORDING_STORE',
    flag: 'recording-store',
    kind: optional(bucketAddress),
    fallback: '',
    description:
      'Where recordings are kept: s3://bucket or s3://bucket/folder in a store that speaks S3. Empty: the data folder. The ' +
      "keys to it are found where Amazon's tools look: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, the machine's role.",
  }),
  recordingStoreEndpoint: variable({
    name: 'SSHORE_RECORDING_STORE_ENDPOINT',
    flag: 'recording-store-endpoint',
    kind: optional(webAddress),
    fallback: '',
    description: "Address of the S3 store, where it is not Amazon's, for example http://minio.example:9000.",
  }),
  recordingStoreRegion: variable({
    name: 'SSHORE_RECORDING_STORE_REGION',
    flag: 'recording-store-region',
    kind: regionName,
    fallback: 'us-east-1',
    description: 'Region of the S3 store; most that are not Amazon’s take any.',
  }),
  geoDatabase: variable({
    name: 'SSHORE_GEO_DATABASE',
    flag: 'geo-database',
    kind: optional(file),
    fallback: '',
    description:
      "A file in MaxMind's format (.mmdb) that knows cities, such as GeoLite2-City or DB-IP City Lite: devices and sessions " +
      'then show where their address is. It is read into memory, and anew within a minute when it is replaced. Empty: no positions.',
  }),
  recordingSearch: variable({
    name: 'SSHORE_RECORDING_SEARCH',
    flag: 'recording-search',
    kind: oneOf(['on', 'off']),
    fallback: 'on',
    description:
      'Whether what was on screens can be searched. The recordings are encrypted; their text for the search lies in the ' +
      'database as it is.',
  }),
  connectorAllowPrivate: variable({
    name: 'SSHORE_CONNECTOR_ALLOW_PRIVATE',
    flag: 'connector-allow-private',
    kind: oneOf(['false', 'true']),
    fallback: 'false',
    description:
      'Whether connectors may lead to container engines at private, loopback and link-local addresses, which whoever ' +
      'administers a namespace could otherwise not reach.',
  }),
  connectorSockets: variable({
    name: 'SSHORE_CONNECTOR_SOCKETS',
    flag: 'connector-sockets',
    kind: paths,
    fallback: '',
    description:
      "Sockets of container engines on the server's own machine that connectors may lead to. Whoever administers a " +
      'namespace then has what the engine gives, which mostly is root.',
  }),
  announcementsUrl: variable({
    name: 'SSHORE_ANNOUNCEMENTS_URL',
    flag: 'announcements-url',
    kind: optional(webAddress),
    fallback: '',
    description:
      'Another server of this contract whose announcements are shown here too, in editions that have announcements; it is ' +
      'asked once an hour. Empty: only what administrators of this server announce.',
  }),
  supportKey: variable({
    name: 'SSHORE_SUPPORT_KEY',
    flag: 'support-key',
    kind: optional(sharedKey),
    fallback: '',
    description:
      'Key that is shared with a support desk, which proves by it which namespace somebody writes for (HMAC-SHA-256 of its ' +
      'identifier). Empty: a key of the server itself. Others on this machine can see flags, so it belongs into the variable.',
  }),
  webhookAllowPrivate: variable({
    name: 'SSHORE_WEBHOOK_ALLOW_PRIVATE',
    flag: 'webhook-allow-private',
    kind: oneOf(['false', 'true']),
    fallback: 'false',
    description:
      'Whether webhooks may be sent by plain HTTP and to private, loopback and link-local addresses, which whoever ' +
      'administers a namespace could otherwise not reach.',
  }),
  registration: variable({
    name: 'SSHORE_REGISTRATION',
    flag: 'registration',
    kind: oneOf(['open', 'invited', 'closed']),
    fallback: 'open',
    description:
      'Who may register an account, in editions that have it: anybody, whoever was invited to a namespace, or nobody. ' +
      'Nobody can sign in before the address is confirmed.',
  }),
  smtpUrl: variable({
    name: 'SSHORE_SMTP_URL',
    flag: 'smtp-url',
    kind: optional(smtpAddress),
    fallback: '',
    description:
      'The mail server to send by: smtp://user:password@host:587 with STARTTLS, smtps:// with TLS from the start. Without ' +
      'one nothing is sent; "sshore mail list" shows what waits, with the links in it. Others on this machine can see flags, ' +
      'so a password belongs into the variable. A certificate of your own authority is known by NODE_EXTRA_CA_CERTS.',
  }),
  mailFrom: variable({
    name: 'SSHORE_MAIL_FROM',
    flag: 'mail-from',
    kind: optional(sender),
    fallback: '',
    description: 'Whom mail is from: an address, or "Sshore <sshore@example.com>". Needed with a mail server.',
  }),
  tunnelsDomain: variable({
    name: 'SSHORE_TUNNELS_DOMAIN',
    flag: 'tunnels-domain',
    kind: optional(domainName),
    fallback: '',
    description:
      'Domain of the HTTP tunnels; each is a name under it, so a wildcard of it has to lead to this server. Use one that nothing ' +
      'else is under, for what devices show there can set cookies for all of it. Empty: no tunnels.',
  }),
  stripeSecretKey: variable({
    name: 'SSHORE_STRIPE_SECRET_KEY',
    flag: 'stripe-secret-key',
    kind: optional(stripeKey),
    fallback: '',
    description:
      "Stripe's secret key, or a restricted one that may write customers, payment methods, subscriptions, invoices and " +
      'sessions of the customer portal. Where the edition has billing, namespaces then have three devices until they ' +
      'subscribe; empty: nobody pays, and nobody is limited. Others on this machine can see flags; use the variable.',
  }),
  stripeWebhookSecret: variable({
    name: 'SSHORE_STRIPE_WEBHOOK_SECRET',
    flag: 'stripe-webhook-secret',
    kind: optional(stripeWebhookSecret),
    fallback: '',
    description: "The signing secret of the webhook endpoint /api/webhook-billing, from Stripe's dashboard.",
  }),
  stripePriceUsd: variable({
    name: 'SSHORE_STRIPE_PRICE_USD',
    flag: 'stripe-price-usd',
    kind: optional(stripePrice),
    fallback: '',
    description: 'What one device costs in US dollars: a recurring price per unit, not a metered one.',
  }),
  stripePriceBrl: variable({
    name: 'SSHORE_STRIPE_PRICE_BRL',
    flag: 'stripe-price-brl',
    kind: optional(stripePrice),
    fallback: '',
    description: 'The same in Brazilian reais; it may be the same price, if that has both currencies.',
  }),
  stripeApi: variable({
    name: 'SSHORE_STRIPE_API',
    flag: 'stripe-api',
    kind: optional(webAddress),
    fallback: '',
    description: "Address of another server that speaks Stripe's API, for tests, such as http://127.0.0.1:12111.",
  }),
  drainSeconds: variable({
    name: 'SSHORE_DRAIN_SECONDS',
    flag: 'drain-seconds',
    kind: wholeNumber(0, 3600, 'seconds'),
    fallback: '10',
    description: 'How long a stopping server waits for running requests and sessions before it ends them.',
  }),
  consoleDir: variable({
    name: 'SSHORE_CONSOLE_DIR',
    flag: 'console-dir',
    kind: optional(folder),
    fallback: '',
    description:
      'Folder of a built console to serve as it is. Empty: the console of this checkout, built when it is stale.',
  }),
  docsDir: variable({
    name: 'SSHORE_DOCS_DIR',
    flag: 'docs-dir',
    kind: optional(folder),
    fallback: '',
    description:
      'Folder of the documentation as npm run docs:build-for-server makes it, to be served under /docs/. Empty: it is not served.',
  }),
  logLevel: variable({
    name: 'SSHORE_LOG_LEVEL',
    flag: 'log-level',
    kind: oneOf(logLevels),
    fallback: 'info',
    description: 'Least severity of what is logged (to standard error).',
  }),
  logFormat: variable({
    name: 'SSHORE_LOG_FORMAT',
    flag: 'log-format',
    kind: oneOf(['auto', 'text', 'json']),
    fallback: 'auto',
    description: 'How log lines look. auto: text on a terminal, JSON otherwise.',
  }),
} as const

export type VariableKey = keyof typeof variables
type ValueOf<V> = V extends Variable<infer Value> ? Value : never
export type Config = { readonly [Key in VariableKey]: ValueOf<(typeof variables)[Key]> }

export const variableKeys = Object.keys(variables) as readonly VariableKey[]
