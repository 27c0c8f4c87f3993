// Published numbers, for both forms of each cipher. They are not packets, but for the draft's; ciphers do not mind.
import { describe, expect, it } from 'vitest'
import { native } from './native.ts'
import { macs, suitesBy } from './suites.ts'
import { openedFrom } from './testing/packets.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const none = Buffer.alloc(0)

const gcm = {
  vector: 'cafebabefacedbaddecaf888',
  plain:
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
    '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
}

const ctr = {
  vector: 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
  plain:
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' +
    '30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710',
}

describe.each([
  { form: 'compiled', suites: suitesBy(native) },
  { form: 'portable', suites: suitesBy(undefined) },
])('$form', ({ suites }) => {
  const mac = macs.get('hmac-sha2-256')!

  it.each([
    {
      cipher: 'aes128-gcm@openssh.com',
      key: 'feffe9928665731c6d6a8f9467308308',
      sealed:
        '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e' +
        '21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985',
    },
    {
      cipher: 'aes256-gcm@openssh.com',
      key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
      sealed:
        '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa' +
        '8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad',
    },
  ])('encrypts by $cipher as in cases 3 and 15 of the specification of GCM', ({ cipher, key, sealed }) => {
    const keys = { cipherKey: hex(key), initialVector: hex(gcm.vector), macKey: none }
    // The length comes first; it is authenticated, which changes the tag alone.
    const packet = Buffer.concat([Buffer.alloc(4), hex(gcm.plain), Buffer.alloc(16)])
    suites.get(cipher)!.sealer(keys, mac).seal(packet, 0)
    expect(packet.subarray(0, -16).toString('hex')).toBe(`00000000${sealed}`)
  })

  it.each([
    {
      cipher: 'aes128-ctr',
      key: '2b7e151628aed2a6abf7158809cf4f3c',
      sealed:
        '874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff' +
        '5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee',
    },
    {
      cipher: 'aes256-ctr',
      key: '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
      sealed:
        '601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5' +
        '2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6',
    },
  ])('encrypts by $cipher as in SP 800-38A, F.5', ({ cipher, key, sealed }) => {
    const keys = { cipherKey: hex(key), initialVector: hex(ctr.vector), macKey: Buffer.alloc(32) }
    const packet = Buffer.concat([hex(ctr.plain), Buffer.alloc(32)])
    suites.get(cipher)!.sealer(keys, mac).seal(packet, 0)
    expect(packet.subarray(0, -32).toString('hex')).toBe(sealed)
  })

  it.each([
    { name: 'hmac-sha2-256', tag: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
    {
      name: 'hmac-sha2-512',
      tag:
        '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
        '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    },
  ])('tags by $name as in RFC 4231, section 4.3', ({ name, tag }) => {
    const mac = macs.get(name)!
    // A shorter key is one with zeros behind it. The sequence number is the beginning of what is tagged.
    const macKey = Buffer.concat([Buffer.from('Jefe'), Buffer.alloc(mac.keyBytes - 4)])
    const [sequence, packet] = [
      Buffer.from('what').readUInt32BE(0),
      Buffer.concat([Buffer.from(' do ya want for nothing?'), Buffer.alloc(mac.keyBytes)]),
    ]
    const keys = { cipherKey: Buffer.alloc(16), initialVector: Buffer.alloc(16), macKey }
    suites.get('aes128-ctr')!.sealer(keys, mac).seal(packet, sequence)
    expect(packet.subarray(-mac.keyBytes).toString('hex')).toBe(tag)
  })

  it('makes and opens the packet of draft-ietf-sshm-chacha20-poly1305, appendix A', () => {
    const keys = {
      cipherKey: hex(
        '8bbff6855fc102338c373e73aac0c914f076a905b2444a32eecaffeae22becc5' +
          'e9b7a7a5825a8249346ec1c28301cf394543fc7569887d76e168f37562ac0740',
      ),
      initialVector: none,
      macKey: none,
    }
    const plain =
      '00000048065e00000000000000384c6f72656d20697073756d20646f6c6f7220' +
      '73697420616d65742c20636f6e7365637465747572206164697069736963696e' +
      '6720656c69744e43e804dc6c'
    const sent =
      '2c3ecce4a5bc05895bf07a7ba956b6c68829ac7c83b780b7000ecde745afc705' +
      'bbc378ce03a280236b87b53bed5839662302b164b6286a48cd1e097138e3cb90' +
      '9b8b2b829dd18d2a35ff82d995349e855bf02c298ef775f2d1a7e8b8'
    const suite = suites.get('chacha20-poly1305@openssh.com')!
    const packet = Buffer.concat([hex(plain), Buffer.alloc(16)])
    suite.sealer(keys, mac).seal(packet, 7)
    expect(packet.toString('hex')).toBe(sent)
    const opened = openedFrom(suite.opener(keys, mac), packet, 7)
    expect(opened.bytes).toBe(0x48)
    expect(opened.packet.subarray(4, -16).toString('hex')).toBe(plain.slice(8))
  })
})
