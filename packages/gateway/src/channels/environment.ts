// Environment variables a client may set on the device. Everything else is ignored without a word, as sshd does.
import { clientMaySet } from '@sshore/contract'

/** As many as sshd keeps. */
const variablesMost = 128
/** All names and values of a session together. */
const charactersMost = 256 * 1024

/** Adds the variable if it is allowed; tells whether it was. */
export function addVariable(environment: Record<string, string>, name: string, value: string): boolean {
  const others = Object.entries(environment).filter(([known]) => known !== name)
  const characters = others.reduce((sum, [known, kept]) => sum + known.length + kept.length, name.length + value.length)
  if (!clientMaySet(name) || value.includes('\0')) return false
  if (others.length >= variablesMost || characters > charactersMost) return false
  environment[name] = value
  return true
}
