// What somebody who types notices while one client or device floods the server, beside what they notice otherwise:
// `node e2e/hostile/measure-main.ts [seconds] [part of an attack's name]`. Attackers are processes of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { background, sshInBackground, sshWords, until } from '@sshore/testkit'
import { createSite } from '../server/server-process.ts'
import { addDevice, targetOf } from '../server/site-device.ts'
import { registerRogue } from './rogue-device.ts'

const seconds = Number(process.argv[2] ?? 5)
const wanted = process.argv[3] ?? ''
const clientAttacks = ['unknown requests', 'unknown global requests', 'channels', 'pings']
const deviceAttacks = ['single bytes in frames of their own', 'junk of a stream that is over around every byte']

await using undo = new AsyncDisposableStack()
const site = undo.use(await createSite())
const { target } = undo.use(await addDevice(site, 'honest'))
const attacked = undo.use(await addDevice(site, 'attacked')).target
const session = undo.use(sshInBackground(target, ['echo ready; exec cat']))
await session.says(/ready/)

let keys = 0
async function typeFor(milliseconds: number): Promise<number[]> {
  const endsAt = performance.now() + milliseconds
  const echoes: number[] = []
  while (performance.now() < endsAt) {
    const key = `key ${(keys += 1)}.`
    const typedAt = performance.now()
    session.write(`${key}\n`)
    await until(`${key} is echoed`, () => session.stdout().includes(key), { everyMilliseconds: 1, seconds: 60 })
    echoes.push(performance.now() - typedAt)
    await pause(10)
  }
  return echoes.toSorted((a, b) => a - b)
}

const at = (echoes: readonly number[], share: number): string =>
  (echoes[Math.min(echoes.length - 1, Math.floor(echoes.length * share))] ?? Number.NaN).toFixed(1)
const figures = (echoes: readonly number[]): string =>
  `${echoes.length} keys | ${at(echoes, 0.5)} | ${at(echoes, 0.99)} | ${at(echoes, 1)}`

/** Types while the attacker is at it, and twice as long as it takes beside nobody. */
async function beside(attack: string, known: unknown, victim?: () => AsyncDisposable) {
  const idle = await typeFor((seconds * 1000) / 2)
  const argv = [join(import.meta.dirname, 'attacker-main.ts'), attack, String(seconds), JSON.stringify(known)]
  const attacker = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  attacker.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const gone = once(attacker, 'exit')
  if (victim) await until('it is linked', () => said.includes('linked'))
  await using _victim = victim?.()
  const flooded = await typeFor(seconds * 1000)
  await gone
  process.stdout.write(
    `| ${attack} | ${said.trim().split('\n').at(-1)} | idle ${figures(idle)} | ${figures(flooded)} |\n`,
  )
}

/** MiB/s of a file through the server. */
async function copies(): Promise<void> {
  const mebibytes = 256
  for (const [way, command] of [
    [
      'down',
      `${sshWords(target, [`head -c ${mebibytes}M /dev/zero`])
        .map((word) => `'${word}'`)
        .join(' ')} > /dev/null`,
    ],
    [
      'up',
      `head -c ${mebibytes}M /dev/zero | ${sshWords(target, ['cat > /dev/null'])
        .map((word) => `'${word}'`)
        .join(' ')}`,
    ],
  ] as const) {
    const startedAt = performance.now()
    await using copy = background('sh', ['-c', command])
    await until('the copy is over', () => copy.child.exitCode !== null, { seconds: 120 })
    const rate = (mebibytes * 1000) / (performance.now() - startedAt)
    process.stdout.write(`copy ${way}: ${rate.toFixed(0)} MiB/s\n`)
  }
}

if ('copies'.includes(wanted)) await copies()
for (const attack of clientAttacks) {
  if (attack.includes(wanted)) await beside(attack, attacked)
}
for (const attack of deviceAttacks) {
  if (!attack.includes(wanted)) continue
  const { key, ...identity } = await registerRogue(site, `rogue-${deviceAttacks.indexOf(attack)}`)
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  await beside(attack, { url: site.url, identity: { ...identity, pem } }, () =>
    sshInBackground(targetOf(site, identity.name), ['cat']),
  )
}
