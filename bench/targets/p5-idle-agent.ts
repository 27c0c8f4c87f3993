// P5: what an agent that nobody uses costs its device and its line.
import { setTimeout as pause } from 'node:timers/promises'
import { newKey } from '@sshore/testkit'
import { cpuSeconds } from '../measure/cpu.ts'
import { memoryOf } from '../measure/memory.ts'
import { startByteCounter } from '../sites/byte-counter.ts'
import { startDevice } from '../sites/device.ts'
import { startSshoreServer } from '../sites/sshore-server.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const daySeconds = 86_400
/** Every ten minutes the agent registers again; see the agent's registrar. */
const checkInSeconds = 600
/** IPv4 and TCP with timestamps; every segment is counted as acknowledged by an empty one. */
const headerBytesPerChunk = 2 * 52

async function measure({ quick, folder, progress }: Surroundings) {
  const seconds = quick ? 60 : 120
  const key = await newKey(folder)
  await using server = await startSshoreServer(folder, key.line)
  await using counter = await startByteCounter(new URL(server.url))
  await using device = await startDevice(server, folder, `http://127.0.0.1:${counter.port}`)
  const checkIn = counter.of('http')
  // Start, registration and the first connection are no part of idling.
  await pause(15_000)
  const [before, cpuBefore] = [counter.of('link'), cpuSeconds(device.pid)]
  await pause(seconds * 1000)
  const [after, cpuAfter] = [counter.of('link'), cpuSeconds(device.pid)]
  const memory = memoryOf(device.pid)
  const cpuShare = (cpuAfter - cpuBefore) / seconds
  const perDay = (part: 'bytes' | 'chunks'): number =>
    ((after[part] - before[part]) / seconds + checkIn[part] / checkInSeconds) * daySeconds
  const payload = perDay('bytes')
  const onTheWire = payload + perDay('chunks') * headerBytesPerChunk
  progress(`${after.bytes - before.bytes} bytes in ${seconds} s`)
  const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(2)
  return {
    figures: { seconds, ...memory, cpuShare, checkIn, link: { before, after }, payload, onTheWire },
    lines: [
      `The compiled agent, ${seconds} s without a session, through a proxy that counts.`,
      '',
      ...markdownTable(
        ['RSS MiB', 'private dirty MiB', 'CPU', 'MiB a day, payload', 'MiB a day with TCP/IP headers'],
        [
          [
            (memory.residentKib / 1024).toFixed(1),
            (memory.privateDirtyKib / 1024).toFixed(1),
            `${(cpuShare * 100).toFixed(2)} %`,
            mebibytes(payload),
            mebibytes(onTheWire),
          ],
        ],
      ),
    ],
  }
}

export const idleAgent: Target = {
  id: 'P5',
  title: 'An idle agent: below 40 MiB resident, no CPU, at most 1.5 MiB a day',
  measure,
}
