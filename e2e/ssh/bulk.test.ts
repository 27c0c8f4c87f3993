import { quoted, shell, sshWords } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()
const gibibyte = 1024 ** 3

/** Bytes that do not compress and are the same each time: a cipher over zeros, which `head` ends with a broken pipe. */
const generator = `(openssl enc -aes-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00000000000000000000000000000000 -in /dev/zero 2>/dev/null | head -c ${gibibyte}; true)`
const hash = 'openssl dgst -sha256 -r | cut -c1-64'

describe('1 GiB through standard input and output', { timeout: 300_000 }, () => {
  let expected = ''
  beforeAll(async () => {
    expected = (await shell(`${generator} | ${hash}`)).stdout.trim()
    expect(expected).toMatch(/^[0-9a-f]{64}$/)
  })

  it('arrives at the device unchanged', async () => {
    const words = sshWords(one.device.target(), [hash]).map(quoted).join(' ')
    const ran = await shell(`${generator} | ${words}`, { seconds: 280 })
    expect(ran).toMatchObject({ code: 0, stdout: `${expected}\n` })
  })

  it('arrives from the device unchanged', async () => {
    const words = sshWords(one.device.target(), [generator]).map(quoted).join(' ')
    const ran = await shell(`${words} | ${hash}`, { seconds: 280 })
    expect(ran.stdout).toBe(`${expected}\n`)
  })
})
