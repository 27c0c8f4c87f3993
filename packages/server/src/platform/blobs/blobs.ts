// Where what is too large for the database is kept: a folder, or a store that speaks S3.

export interface Blobs {
  /**
   * Writes at `offset`, which is where the blob ends, or ended before an attempt that failed: what is behind it is dropped.
   * Other nodes and later starts see it; with `durable` it also survives a power cut. Fails with `BlobsUnavailable`.
   */
  write(name: string, offset: number, bytes: Uint8Array, durable: boolean): Promise<void>
  /** At most `most` bytes from `offset` on; none at the end, or when there is no such blob. Fails with `BlobsUnavailable`. */
  read(name: string, offset: number, most: number): Promise<Uint8Array>
  /** Nothing more will be written to it: the store may keep it in fewer pieces. Fails with `BlobsUnavailable`. */
  compact(name: string): Promise<void>
  /** All whose names begin so. None is fine too. Fails with `BlobsUnavailable`. */
  remove(prefix: string): Promise<void>
}

/** The store is full, or does not answer. */
export class BlobsUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The store does not answer.', { cause })
    this.name = 'BlobsUnavailable'
  }
}
