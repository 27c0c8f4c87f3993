// The last word to a browser.
import { type ReachableDevice, webTerminalClose, type WebTerminalReply } from '@sshore/contract'
import { brokenText, refusedText } from '../channels/stream-failures.ts'
import { oneLine } from '../plain-text.ts'
import type { ShellEnding } from './device-shell.ts'
import { errorOf } from './messages.ts'
import { sentence } from './sentence.ts'

export interface Farewell {
  readonly reply: Extract<WebTerminalReply, { type: 'exit' | 'error' }>
  /** Of `webTerminalClose`. */
  readonly code: number
}

const wordsMost = 400

export function farewellOf(ending: ShellEnding, device: ReachableDevice): Farewell {
  switch (ending.kind) {
    case 'exited': {
      const { code, signal } = ending
      const message = sentence(oneLine(ending.message || exitWords(ending), wordsMost))
      const how = { ...(code === undefined ? {} : { code }), ...(signal === undefined ? {} : { signal }) }
      return { reply: { type: 'exit', ...how, message }, code: webTerminalClose.ended }
    }
    case 'refused': {
      const text = sentence(oneLine(refusedText(ending.reason, ending.detail), wordsMost))
      const next = ['Try again; the log of the agent on the device may say more.']
      return { reply: errorOf('not_started', text, next), code: webTerminalClose.refused }
    }
    case 'broken': {
      const text = sentence(oneLine(brokenText(device, ending.reason, ending.detail), wordsMost))
      const next = ['Open the terminal again once the device is online.']
      return { reply: errorOf('broken_off', text, next), code: webTerminalClose.refused }
    }
  }
}

function exitWords({ code, signal }: { readonly code?: number; readonly signal?: string }): string {
  if (signal !== undefined) return `the shell was ended by the signal ${signal}`
  if (code === undefined) return 'the shell has ended'
  return code === 0 ? 'the shell has ended' : `the shell has ended with code ${code}`
}
