// Whole files, many requests at a time, with progress and a way to stop.
import { openFlags, type Sftp, SftpError } from './sftp.ts'

/** What every server answers in one packet. */
const pieceBytes = 32 * 1024
const requestsAtOnce = 24
/** So many pieces become one part of the file: browsers keep large parts outside of their memory. */
const partPieces = 256

export interface Progress {
  readonly signal: AbortSignal
  /** Bytes so far. */
  readonly onBytes: (bytes: number) => void
}

async function together(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work))
}

/** Reads exactly one piece, however small the answers are; shorter at the end of the file. */
async function readPiece(sftp: Sftp, handle: Uint8Array<ArrayBuffer>, offset: number): Promise<Blob> {
  const answers: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  while (length < pieceBytes) {
    const bytes = await sftp.read(handle, offset + length, pieceBytes - length)
    if (!bytes || bytes.length === 0) break
    answers.push(bytes)
    length += bytes.length
  }
  return new Blob(answers)
}

/** The content of a file. */
export async function download(sftp: Sftp, path: string, { signal, onBytes }: Progress): Promise<Blob> {
  const handle = await sftp.open(path, openFlags.read)
  const parts: Blob[] = []
  let pieces: Blob[] = []
  let [next, done, ended] = [0, 0, false]
  try {
    while (!ended) {
      const first = next
      const batch: Blob[] = []
      await together(requestsAtOnce, async () => {
        while (!ended && next - first < partPieces) {
          signal.throwIfAborted()
          const at = next
          next += 1
          const piece = await readPiece(sftp, handle, at * pieceBytes)
          batch[at - first] = piece
          if (piece.size < pieceBytes) ended = true
          done += piece.size
          onBytes(done)
        }
      })
      pieces = batch
      parts.push(new Blob(pieces))
    }
    return new Blob(parts)
  } finally {
    await sftp.close(handle).catch(() => undefined)
  }
}

/** Writes a file anew. What was written is taken away again when it is stopped. */
export async function upload(sftp: Sftp, path: string, file: Blob, { signal, onBytes }: Progress): Promise<void> {
  const handle = await sftp.open(path, openFlags.write)
  let [next, done] = [0, 0]
  try {
    await together(requestsAtOnce, async () => {
      while (next < file.size) {
        signal.throwIfAborted()
        const at = next
        next += pieceBytes
        const content = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())
        await sftp.write(handle, at, content)
        done += content.length
        onBytes(done)
      }
    })
  } catch (error) {
    await sftp.close(handle).catch(() => undefined)
    if (!(error instanceof SftpError && error.reason === 'broken')) await sftp.removeFile(path).catch(() => undefined)
    throw error
  }
  await sftp.close(handle)
}
