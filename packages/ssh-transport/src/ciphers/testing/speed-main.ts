// Measures the ciphers, compiled and portable: run this file. Each packet is sealed and opened again; per second of
// processor time, so that other work on the machine counts little.
import { randomBytes } from 'node:crypto'
import { native } from '../native.ts'
import { macs, suitesBy } from '../suites.ts'

const mebibyte = 1024 * 1024
const payloadBytes = [64, 1024, 32 * 1024] as const
const secondsEach = 0.4
const rounds = 3

const ciphers = [
  { cipher: 'aes128-gcm@openssh.com', mac: 'hmac-sha2-256' },
  { cipher: 'aes256-gcm@openssh.com', mac: 'hmac-sha2-256' },
  { cipher: 'chacha20-poly1305@openssh.com', mac: 'hmac-sha2-256' },
  { cipher: 'aes128-ctr', mac: 'hmac-sha2-256-etm@openssh.com' },
  { cipher: 'aes128-ctr', mac: 'hmac-sha2-512' },
]

const forms = [
  { form: 'compiled', suites: suitesBy(native) },
  { form: 'portable', suites: suitesBy(undefined) },
]

function getFrom<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name)
  if (value === undefined) throw new Error(`there is no ${name}`)
  return value
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Mebibytes of payload per second of processor time. */
function measure(suites: ReturnType<typeof suitesBy>, names: (typeof ciphers)[number], bytes: number): number {
  const mac = getFrom(macs, names.mac)
  const suite = getFrom(suites, names.cipher)
  const keys = {
    cipherKey: randomBytes(suite.keyBytes),
    initialVector: randomBytes(suite.initialVectorBytes),
    macKey: randomBytes(mac.keyBytes),
  }
  const sealer = suite.sealer(keys, mac)
  const opener = suite.opener(keys, mac)
  // 16 bytes more, for the length and the padding, keep whole blocks.
  const packet = Buffer.alloc(bytes + 16 + sealer.unpaddedBytes + sealer.tagBytes)
  let [sequence, spent] = [0, 0]
  const startedAt = cpuSeconds()
  while (spent < secondsEach) {
    for (let count = 0; count < 200; count += 1) {
      packet.writeUInt32BE(packet.length - 4 - sealer.tagBytes, 0)
      sealer.seal(packet, sequence)
      opener.packetBytes(packet.subarray(0, opener.headBytes), sequence)
      opener.open(packet, sequence)
      sequence += 1
    }
    spent = cpuSeconds() - startedAt
  }
  sealer.free()
  opener.free()
  return (sequence * bytes) / mebibyte / spent
}

if (!native) throw new Error('the addon was not built')
const heads = payloadBytes.map((bytes) => (bytes < 1024 ? `${bytes} B` : `${bytes / 1024} KiB`))
console.log(
  `| MiB per CPU s, sealed and opened | ${forms.flatMap(({ form }) => heads.map((head) => `${form}, ${head}`)).join(' | ')} |`,
)
console.log(`| --- |${' ---: |'.repeat(forms.length * heads.length)}`)
for (const names of ciphers) {
  const cells = forms.flatMap(({ suites }) =>
    payloadBytes.map((bytes) => {
      const found = Array.from({ length: rounds }, () => measure(suites, names, bytes))
      return Math.max(...found).toFixed(0)
    }),
  )
  const name = names.cipher.includes('@') ? names.cipher : `${names.cipher}, ${names.mac}`
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
