// How clients of the existing product ask for a terminal: all in the address.
import { webTerminal, type WebTerminalOpen } from '@sshore/contract'
import type { Refusal } from '../links/upgrade.ts'

const bad = (message: string): Refusal => ({ status: 400, reason: 'invalid_input', message })

export const cellsWithin = (count: number): number => Math.min(Math.max(1, count), webTerminal.cellsMost)

/** From `/ws/ssh?token=…&cols=…&rows=…`. */
export function olderOpening(url: string): WebTerminalOpen | Refusal {
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '')
  const ticket = query.get('token') ?? ''
  if (!/^[\w-]{16,128}$/.test(ticket)) return bad('The ticket (token) is missing from the address, or malformed.')
  const [columns, rows] = ['cols', 'rows'].map((name) => Number(query.get(name) ?? Number.NaN))
  const isSize = Number.isInteger(columns) && Number.isInteger(rows)
  if (!isSize) return bad('The size (cols, rows) is missing or malformed.')
  return { type: 'open', ticket, columns: cellsWithin(columns ?? 0), rows: cellsWithin(rows ?? 0) }
}
