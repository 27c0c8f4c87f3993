import { generateKeyPairSync, type KeyObject, createPrivateKey, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'

/** In the data folder. */
export const serverKeyName = 'token-key.pem'
/** Of permissions: those of anybody but the owner. */
export const othersMask = 0o077

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

async function readExisting(path: string): Promise<KeyObject | undefined> {
  try {
    return createPrivateKey(await readFile(path))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Reads the server's Ed25519 private key (PKCS#8 PEM), making it at the first start with mode 0600.
 * Whole or not there, even when the process dies or two start at once: the file appears by a hard link.
 */
export async function loadPrivateKey(path: string): Promise<KeyObject> {
  const existing = await readExisting(path)
  if (existing) return existing
  const { privateKey } = generateKeyPairSync('ed25519')
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
    return privateKey
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    return createPrivateKey(await readFile(path))
  } finally {
    await unlink(draft)
  }
}
