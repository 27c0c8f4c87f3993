/** What a client did to files, for a log of transfers. Paths are bytes as the client gave them, not made absolute. */
export type FileEvent =
  | { readonly kind: 'open'; readonly path: Buffer; readonly writes: boolean }
  | {
      readonly kind: 'close'
      readonly path: Buffer
      readonly readBytes: number
      readonly writtenBytes: number
      /** The client left without closing it: the transfer may be incomplete. */
      readonly forced: boolean
    }
  | { readonly kind: 'rename' | 'symlink' | 'hardlink'; readonly from: Buffer; readonly to: Buffer }
  | { readonly kind: 'remove' | 'mkdir' | 'rmdir' | 'setstat'; readonly path: Buffer }

/** Runs inside the request: the paths are views that change afterwards, so copy what is kept. */
export type OnFileEvent = (event: FileEvent) => void
