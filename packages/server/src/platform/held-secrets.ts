// Secrets on their way from one call to the next: held in memory for seconds, taken once. Each is sealed under the token
// that takes it, which is not kept, so what is in memory opens nothing.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type Clock, seconds } from './clock.ts'

export interface HeldSecrets {
  /** The token that takes it within `forSeconds`; undefined when the owner has `most` waiting, or all owners too many. */
  hold(owner: string, secret: string, forSeconds: number, most: number): string | undefined
  /** What the token stands for; undefined for one that is unknown, late or taken. */
  take(token: string): string | undefined
}

interface Held {
  readonly owner: string
  readonly sealed: Buffer
  readonly until: number
}

const heldMost = 10_000
const tagBytes = 16
/** Every key seals one secret, so one nonce will do (NIST SP 800-38D section 8). */
const nonce = Buffer.alloc(12)

const derive = (use: string, token: string): Buffer => createHash('sha256').update(`${use} ${token}`).digest()

function seal(secret: string, token: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', derive('key', token), nonce)
  return Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, token: string): string {
  const decipher = createDecipheriv('aes-256-gcm', derive('key', token), nonce)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
}

export function createHeldSecrets(clock: Clock): HeldSecrets {
  const held = new Map<string, Held>()
  const nameOf = (token: string): string => derive('name', token).toString('base64')
  const forgetLate = (): void => {
    for (const [name, { until }] of held) if (until <= clock.now()) held.delete(name)
  }
  return {
    hold(owner, secret, forSeconds, most) {
      forgetLate()
      const own = [...held.values()].filter((other) => other.owner === owner).length
      if (own >= most || held.size >= heldMost) return undefined
      const token = randomBytes(32).toString('base64url')
      held.set(nameOf(token), { owner, sealed: seal(secret, token), until: clock.now() + seconds(forSeconds) })
      return token
    },
    take(token) {
      forgetLate()
      const name = nameOf(token)
      const found = held.get(name)
      held.delete(name)
      return found && open(found.sealed, token)
    },
  }
}
