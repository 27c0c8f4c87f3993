import { chmod, copyFile, open, rename } from 'node:fs/promises'

/** Copies a file, readable by its owner alone. It gets its name when all of it is on the disk. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  await copyFile(from, draft)
  await chmod(draft, 0o600)
  const file = await open(draft, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, to)
}
