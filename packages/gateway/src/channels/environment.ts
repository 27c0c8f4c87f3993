// Environment variables a client may set on the device. Everything else is ignored without a word, as sshd does.
import { clientMaySet } from '@sshore/contract'

const variablesMost = 64
const valueCharsMost = 1024

/** Adds the variable if it is allowed; tells whether it was. */
export function addVariable(environment: Record<string, string>, name: string, value: string): boolean {
  const known = Object.hasOwn(environment, name)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (!clientMaySet(name) || value.length > valueCharsMost || /[\u0000-\u001F\u007F]/.test(value)) return false
  if (!known && Object.keys(environment).length >= variablesMost) return false
  environment[name] = value
  return true
}
