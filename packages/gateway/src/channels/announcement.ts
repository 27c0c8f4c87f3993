// The namespace's announcement, shown before an interactive shell's first output.
import { limits } from '@sshore/contract'
import { withoutControls, withTerminalLineEnds } from '../plain-text.ts'

export function announcementText(announcement: string): string {
  const text = withoutControls(Array.from(announcement).slice(0, limits.connectionAnnouncementChars).join('')).trimEnd()
  return withTerminalLineEnds(`${text}\n`)
}
