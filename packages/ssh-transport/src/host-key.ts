/** A host key together with one algorithm it signs with. */
export interface HostKeySigner {
  /** For example `rsa-sha2-512`. */
  readonly algorithm: string
  /** The public key in its wire form (RFC 4253 section 6.6). */
  readonly blob: Buffer
  /** The signature in its wire form: algorithm, then signature. */
  sign(contents: Buffer): Buffer
}
