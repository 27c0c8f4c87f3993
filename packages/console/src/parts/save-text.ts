import { unreachable } from '@sshore/client'

/** Puts what is in a blob on the disk as a file. */
function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Puts what is answered on the disk as a file, once all of it is here: none is better than half of one. Not as a text: the browser may keep a long one on the disk. */
export async function saveReply(reply: Response, name: string): Promise<void> {
  const blob = await reply.blob().catch((cause: unknown) => {
    throw unreachable('', cause)
  })
  saveBlob(blob, name)
}

/** Puts a text on the disk as a file. */
export const saveText = (text: string, name: string, type: string): void => saveBlob(new Blob([text], { type }), name)
