// Every number of the specification, by name. Sections are those of the specification.

/** Section 9: "Agent check-in every 30 seconds". */
export const heartbeatSeconds = 30
/** A device counts as online while its link is up, or this long after it was last seen. */
export const onlineGraceSeconds = 120
/** Full re-registration of an agent, with jitter on top. */
export const reRegistrationSeconds = 600
/** A link that drops and returns within this time resumes its streams. */
export const resumptionSeconds = 120

/** Section 5: "Username: 3 to 30 chars; letters, digits, hyphen, underscore, dot, at-sign". */
export const username = { min: 3, max: 30, pattern: '^[A-Za-z0-9._@-]+$' } as const
/** Section 5: "Password: 5 to 30 chars". */
export const password = { min: 5, max: 30 } as const
/** Section 5: "User name: 3 to 20 chars". No control characters: names are shown in terminals, where those act. */
export const userName = { min: 3, max: 20, pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$` } as const
/** One DNS label: letters, digits and inner hyphens, stored lower-cased. */
export const namespaceName = { min: 3, max: 30, pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$' } as const
/** What a person may name a device; a dot would clash with `namespace.device`. */
export const deviceName = { min: 1, max: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
/** Section 5: "Tag: 3 to 255 chars; 1 to 3 tags per device". */
export const tag = { min: 3, max: 255, pattern: '^[A-Za-z0-9._-]+$', perItem: 3 } as const
/** Section 5: "Page at least 1 (default 1); per_page 1 to 100 (default 10)". */
export const page = { first: 1, perPageDefault: 10, perPageMax: 100 } as const
/** How large a list filter may be: characters of its base64, items in all, lists inside lists, characters of one text in it. */
export const listFilter = { chars: 8192, items: 50, depth: 5, valueChars: 1024 } as const
/** Section 5: "API key name: 3 to 20 chars"; "Expiry in days is one of -1 (never), 30, 60, 90, 365". Names are part of a path. */
export const apiKey = {
  name: { min: 3, max: 20, pattern: String.raw`^[^\s\u0000-\u001f\u007f-\u009f/]*$` },
  expiryDays: [-1, 30, 60, 90, 365],
  never: -1,
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
} as const
/** What is kept of the course of one session: this many events, this many characters of what each carried. */
export const sessionEvents = { perSession: 1000, dataChars: 1024, perReport: 256 } as const
/** Section 5: "Connection announcement max 4096 chars". */
export const connectionAnnouncementChars = 4096
/** Section 9: "Default and minimum namespace max_devices 3"; -1 is unlimited (editions without a limit). */
export const maxDevicesDefault = 3
export const unlimited = -1

/** User tokens live this long; device tokens do not expire but die with the device. */
export const userTokenHours = 72
/** Tokens by which an administrator of the server acts as a user live this long. */
export const actingTokenHours = 1
/** Lockout starts at this failure and lasts min(4^(failures - this), ceiling) minutes. */
export const lockout = {
  firstFailure: 3,
  base: 4,
  ceilingMinutes: 60,
  /** The same rule over all addresses together starts at this failure, so that changing addresses does not evade it. */
  accountFirstFailure: 30,
  /** An address that the user signed in from within this time is not held up by what others fail at. */
  knownAddressDays: 30,
} as const
/** A short code shown by an agent that was started without a namespace. */
export const pairing = {
  codeLength: 8,
  /** No 0, 1, I, L, O or U: nothing that can be misread aloud. */
  alphabet: '23456789ABCDEFGHJKMNPQRSTVWXYZ',
  expiresSeconds: 600,
  pollSeconds: 3,
} as const

/**
 * Whoever knows a namespace's identifier can register devices in it, so those that nobody has accepted yet are
 * limited: in all, and per network address.
 */
export const pendingDevices = { perNamespace: 1000, perAddress: 100 } as const
/** Checking in again within this time writes nothing. */
export const registrationCacheSeconds = 30
/** A session that nobody reports as running for this long is taken to have ended. */
export const sessionStaleSeconds = 120

/** The largest request body of any call that does not stream, in bytes. */
export const requestBodyBytes = 1024 * 1024

/** User certificates that a namespace's own authority signs. */
export const certificates = {
  /** Named by default, and the most for observers and operators. */
  hoursDefault: 8,
  /** The most that an authority may be set to allow. */
  hoursMost: 24 * 366,
  /** The most of an authority that nobody has set. */
  authorityHoursDefault: 24 * 7,
  /** Trusted at once in one namespace, so that rotating has room. */
  authoritiesMost: 16,
  principalsMost: 64,
  sourceAddressesMost: 64,
  keyIdCharsMost: 1024,
  /** An issued certificate stays listed this long after its end. */
  keptDays: 90,
} as const

/** How many devices were online over time: how often that is counted, how long it is kept, what is shown of it. */
export const onlineHistory = {
  fine: { stepSeconds: 300, keptHours: 48 },
  coarse: { stepSeconds: 3600, keptHours: 24 * 30 },
  spans: {
    day: { hours: 24, stepSeconds: 300 },
    week: { hours: 24 * 7, stepSeconds: 3600 },
    month: { hours: 24 * 30, stepSeconds: 4 * 3600 },
  },
} as const

/** What is kept of how a client calls itself. */
export const userAgentChars = 256

/** How long the audit log keeps an entry, unless the server is told otherwise. */
export const auditRetentionDays = 400

/** Live events. What is behind `bufferBytes` or `history` is not lost to the client: it is told to fetch anew. */
export const liveEvents = {
  streamsPerUser: 10,
  streamsMost: 10_000,
  heartbeatSeconds: 15,
  /** A credential that has expired in between ends its stream this late; one that was revoked ends it at once. */
  recheckSeconds: 60,
  /** A reader this far behind is cut off. */
  bufferBytes: 256 * 1024,
  /** Kept of each namespace, so that a connection that broke can go on. */
  history: 200,
  historyBytes: 256 * 1024,
  /** Kept of all namespaces together. */
  historiesBytes: 32 * 1024 * 1024,
  /** Devices in one event. */
  targets: 200,
} as const

/** Firewall rules of one namespace. */
export const firewall = {
  rulesPerNamespace: 1000,
  patternChars: 1024,
  priorityMost: 2_147_483_647,
} as const

/** Staying signed in in a browser. */
export const browserSessions = {
  /** As long as a token elsewhere: whoever is away for longer signs in again. */
  idleHours: 72,
  /** However much it is used: thirty days. */
  mostHours: 720,
  /** The same after single sign-on: whoever is locked at the provider is out within a working day. */
  singleSignOnHours: 12,
  /** Of the tokens that a page holds; the cookie gets the next. */
  tokenMinutes: 15,
  /** How long a cookie that was replaced is still good, for tabs that ask at once. */
  graceSeconds: 30,
  perUser: 20,
} as const

/** HTTP tunnels. Section 5: "Tunnel port 1 to 65535; ttl -1 to 9223372036". */
export const tunnels = {
  unlimited: -1,
  ttlSecondsMost: 9_223_372_036,
  perDevice: 32,
  hostChars: 253,
  /** An IP address, or a name of letters, digits, dots, hyphens and underscores. */
  hostPattern: '^[0-9A-Za-z_:][0-9A-Za-z._:-]*$',
  /** An expired one is kept this long, so that it can be opened again under its address. */
  keptDays: 30,
  stateChars: 64,
  passChars: 512,
  /** On each tunnel: where a browser brings its code. Nothing of it reaches the device. */
  entryPath: '/.well-known/sshore/enter',
  /** Of the console: where a browser without a pass is sent. */
  consolePath: '/tunnels/enter',
  /** To get from the console back to the tunnel. */
  codeSeconds: 60,
  codesMost: 16,
  passSeconds: 12 * 3600,
} as const

/** Recordings of sessions. */
export const recordings = {
  /** Base64 of a block of events. */
  blockChars: 768 * 1024,
  /** Of one frame that is added by a call. */
  frameChars: 64 * 1024,
  /** Frames of one recording that is written by calls. */
  framesMost: 10_000,
  queryChars: 256,
  /** Days for which they are kept. */
  retentionDays: 90,
  /** Text that is kept of one recording for the search. */
  searchChars: 4 * 1024 * 1024,
  /** Who watches one running session at a time. */
  watchersMost: 16,
} as const

/** Multi-factor authentication. */
export const mfa = {
  /** Section 9: "One-time code: 6 digits". */
  codeDigits: 6,
  /** RFC 6238 section 5.2, and how many steps a clock may be off to either side. */
  stepSeconds: 30,
  stepsAside: 1,
  /** Section 9: "Recovery codes: 6 per set, each 16 characters", which are 80 bits in base32. */
  recoveryCodes: 6,
  recoveryCodeChars: 16,
  recoveryCodeBytes: 10,
  /** Section 4: "remains usable for disabling MFA for 10 minutes". */
  recoveryMinutes: 10,
  /** As authenticator apps show it. */
  issuer: 'Sshore',
  /** How long a generated secret can be enabled, and how many of one user wait for that. */
  enrolmentMinutes: 30,
  enrolmentsMost: 5,
  /** How long a login waits for its second step, and how many of one user wait. */
  tokenMinutes: 30,
  challengesMost: 10,
  /** Section 9: "MFA reset e-mail codes valid at most 1 day, 5 characters each". */
  mailedCodeChars: 5,
  mailedCodeHours: 24,
  /** Nothing that can be misread. */
  mailedCodeAlphabet: '23456789ABCDEFGHJKMNPQRSTVWXYZ',
  /** Wrong pairs, until new codes have to be mailed. */
  mailedCodeFailuresMost: 10,
  /** Asked for again within this time, the codes that were sent are the ones. */
  resendSeconds: 120,
  keysPerUser: 10,
  keyNameChars: 64,
  /** Names are shown in terminals, where control characters act. */
  keyNamePattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
} as const

/** Connectors to container engines. */
export const connectors = {
  perNamespace: 20,
  /** Containers of one engine that are followed; each has a link of its own. */
  containersMost: 500,
  pemChars: 32_768,
  addressChars: 255,
  /** A host name or address, or a socket of the server. */
  addressPattern: String.raw`^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?\.?|\[?[0-9A-Fa-f:.]+\]?|unix:///[A-Za-z0-9._/-]+)$`,
  /** Whoever makes or changes a connector waits so long to hear whether it is connected. */
  tryoutSeconds: 10,
  /** A server that died is replaced by another one this much later. */
  leaseSeconds: 20,
} as const

/** Single sign-on. */
export const saml = {
  /** Base64 of what an identity provider says. */
  responseChars: 256 * 1024,
  tagsMost: 2000,
  attributesMost: 2000,
  metadataBytes: 1024 * 1024,
  metadataSeconds: 10,
  /** How often the metadata of an identity provider is read again. */
  refreshHours: 24,
  /** Entity identifiers and names of subjects and attributes (SAML core, section 8.3.6, has 1024 for identifiers). */
  nameChars: 1024,
  /** How long somebody may take to prove who they are there. */
  requestSeconds: 1800,
  ticketChars: 8192,
  ticketSeconds: 120,
  /** To find one's password and link an account. */
  linkSeconds: 900,
  /** By which the clocks of server and provider may differ. */
  skewSeconds: 60,
  certificatesMost: 10,
} as const

/** What the server tells everybody. Section 5: "announcement title max 90". */
export const announcements = {
  titleChars: 90,
  contentChars: 32 * 1024,
  /** Of the server that is followed. */
  followedMost: 100,
  followedBytes: 1024 * 1024,
  followSeconds: 3600,
  timeoutSeconds: 10,
} as const

/** Webhooks: what a namespace may have, and how long and how often is tried. */
export const webhooks = {
  nameChars: 64,
  /** Names are shown in terminals, where control characters act. */
  namePattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
  urlChars: 2048,
  perNamespace: 20,
  /** Waiting at once for one webhook; what comes on top is written down as failed. */
  waitingMost: 1000,
  timeoutSeconds: 10,
  /** What is read of an answer, and kept. */
  excerptChars: 1024,
  /** After each attempt that failed, until the next. After the last of them there is no other. */
  retrySeconds: [10, 60, 300, 1800, 7200, 21_600, 86_400],
  /** How long everything else rests after one failure, two in a row and so on; the last holds for all that follow. */
  restSeconds: [0, 10, 30, 60, 300],
  /** Switched off when nothing was delivered for so long. */
  failingDaysMost: 5,
  /** Sent at the same time by one server. */
  atOnce: 16,
  /** What a server that died was about to send is sent by another one, or by itself, this much later. */
  leaseSeconds: 15,
  deliveriesKeptDays: 30,
  /** Kept of one webhook, beside what waits. */
  deliveriesKept: 2000,
} as const

/** Billing. Section 4: "removed devices count only if removed within 720 hours". */
export const billing = {
  removedDeviceHours: 720,
  mostUsed: 3,
  /** More than anybody picks by hand; what a namespace may keep is its device limit. */
  choicesMost: 1000,
  idChars: 255,
  /** Payment methods, and the cards and sources of former times. */
  paymentMethodPattern: '^(pm|card|src|ba)_[A-Za-z0-9_]+$',
  /** How old the signature of an event may be. */
  signatureSeconds: 300,
  /** The newest that are looked at. */
  invoicesMost: 1000,
  paymentMethodsMost: 100,
  /** The provider sends an event again for some days, people by hand for 30. */
  eventsKeptDays: 40,
  /** Until the next report, after each in a row that failed; the last holds for all that follow. */
  reportRetrySeconds: [30, 120, 600, 3600],
  /** What was not heard of for so long is asked for. */
  resyncHours: 24,
} as const

/** Mail of the server: how long what is in it is good for, and how it is sent. */
export const mail = {
  confirmationHours: 24,
  recoveryHours: 24,
  /** Section 9: "Invite validity 7 days". */
  inviteHours: 24 * 7,
  /** Section 9: "MFA reset e-mail codes valid at most 1 day". */
  mfaResetHours: 24,
  /** Of what only tells what has happened. */
  noticeHours: 24 * 3,
  /** To one address about the same. */
  perRecipientHour: 5,
  /** That one user has written to others. */
  perSenderHour: 100,
  /** In the outbox of the whole server. */
  waitingMost: 10_000,
  timeoutSeconds: 20,
  leaseSeconds: 90,
  /** After each attempt that failed, until the next; the last holds for all that follow. */
  retrySeconds: [10, 30, 60, 120, 300],
  /** How long a mail server that cannot be reached is left alone. */
  restSeconds: 10,
  /** Sent at the same time by one server. */
  atOnce: 4,
  keptDays: 30,
} as const

/** Accounts that people make themselves. */
export const accounts = {
  /** Section 5: "Resend-confirmation username: 3 to 20". */
  resendUsername: { min: 3, max: 20 },
  /** Registrations, and mails asked for without a credential, from one network. */
  requestsPerNetworkHour: 30,
  /** Namespaces that somebody who registered may own, until somebody who looks after the server says otherwise. */
  namespacesMost: 10,
  /** What was registered and not confirmed is removed this long afterwards. */
  unconfirmedDays: 7,
} as const

/** Invitations to one namespace. */
export const invites = {
  pendingPerNamespace: 200,
  /** What nobody accepted stays listed this long after its end. */
  keptDays: 30,
} as const
