import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CommandFailure } from '../exit-codes.ts'
import { lockDataFolder } from './data-lock.ts'

it('lets one server have a data folder at a time, and the next one after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
  try {
    {
      using _lock = lockDataFolder(folder)
      expect(() => lockDataFolder(folder)).toThrow(CommandFailure)
    }
    using _again = lockDataFolder(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('refuses a data folder that other users may enter, and says how to close it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
  try {
    await chmod(folder, 0o750)
    expect(() => lockDataFolder(folder)).toThrow(`chmod 700 ${folder}`)
    await chmod(folder, 0o700)
    using _lock = lockDataFolder(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
})
