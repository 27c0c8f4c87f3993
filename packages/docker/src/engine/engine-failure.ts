// What goes wrong with an engine, in words for whoever set the connection up.

export type EngineTrouble =
  /** Nobody could be reached, or the connection broke. */
  | 'unreachable'
  /** The proof of one side did not satisfy the other. */
  | 'tls'
  /** What answered is no engine, or one that breaks the protocol. */
  | 'garbage'
  /** The engine answered with a failure of its own. */
  | 'refused'
  | 'deadline'

/** `message` is a whole sentence without what the engine did not mean for us: at most one line of its own words. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly trouble: EngineTrouble
  /** HTTP status of the engine's answer; 0 when there was none. */
  readonly status: number

  constructor(
    trouble: EngineTrouble,
    message: string,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.trouble = trouble
    this.status = options.status ?? 0
  }
}

/** Lengths of what foreign programs say are bounded wherever it is shown. */
const wordsMost = 300

/** One printable line. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, wordsMost)

const connectTroubles: readonly (readonly [code: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ENOENT/, 'there is no such socket'],
  [/EACCES|EPERM/, 'this process may not use that socket'],
  [/ENOTFOUND/, 'there is no host of that name'],
  [/EAI_AGAIN/, 'the name of the host cannot be looked up now'],
  [/ENETUNREACH|EHOSTUNREACH/, 'there is no route to the host'],
  [/ETIMEDOUT/, 'no answer in time'],
  [/ECONNRESET|EPIPE/, 'the other end broke the connection off'],
]

const tlsTroubles: readonly (readonly [code: RegExp, words: string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_SIGNATURE|UNKNOWN_CA/i,
    'its certificate was not issued by the certificate authority given here',
  ],
  [/ALTNAME|does not match certificate/i, 'its certificate is for another host'],
  [/CERT_HAS_EXPIRED|CERTIFICATE_EXPIRED/i, 'its certificate has expired'],
  [/CERT_NOT_YET_VALID/i, 'its certificate is not valid yet'],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|HANDSHAKE_FAILURE|ALERT/i,
    'it does not accept the client certificate given here',
  ],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH|EPROTO|UNKNOWN_PROTOCOL/i, 'that port does not speak TLS'],
]

const wordsOf = (failure: unknown): string =>
  failure instanceof Error ? `${'code' in failure ? String(failure.code) : ''} ${failure.message}` : String(failure)

/** What hindered a connection; `where` names the engine. */
export function connectionFailure(where: string, failure: unknown): EngineFailure {
  if (failure instanceof EngineFailure) return failure
  const said = wordsOf(failure)
  const tls = tlsTroubles.find(([pattern]) => pattern.test(said))
  if (tls) return new EngineFailure('tls', `The engine at ${where} was reached, but ${tls[1]}.`, { cause: failure })
  const known = connectTroubles.find(([pattern]) => pattern.test(said))?.[1]
  const words = known ?? oneLine(failure instanceof Error ? failure.message : said)
  return new EngineFailure('unreachable', `The engine at ${where} cannot be reached: ${words}.`, { cause: failure })
}
