import { expect, test } from 'vitest'
import { Inbox } from './inbox.ts'
import type { WorkShare } from './link.ts'

/** Lets `pieces` be done each time it is renewed. */
function shareOf(pieces: number) {
  let left = pieces
  const share: WorkShare & { renew(): void } = {
    get spent() {
      return left <= 0
    },
    spend: () => void (left -= 1),
    goOn: () => undefined,
    renew() {
      left = pieces
      share.goOn()
    },
  }
  return share
}

/** Messages whose every byte is a frame. */
function taken(share: WorkShare) {
  const frames: number[] = []
  const inbox = new Inbox(share, (message, from, mayGoOn) => {
    for (let at = from; at < message.length; at += 1) {
      frames.push(message[at] ?? -1)
      if (!mayGoOn()) return at + 1
    }
    return message.length
  })
  return { inbox, frames }
}

test('takes few frames of a crowded message at a time, and all of them in their order', () => {
  const share = shareOf(4)
  const { inbox, frames } = taken(share)
  inbox.add(Uint8Array.of(1, 2, 3, 4, 5))
  inbox.add(Uint8Array.of(6, 7))
  expect(frames).toEqual([1, 2, 3])
  share.renew()
  expect(frames).toEqual([1, 2, 3, 4, 5, 6])
  share.renew()
  expect(frames).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('takes all that came before the connection was closed', () => {
  const { inbox, frames } = taken(shareOf(3))
  inbox.add(Uint8Array.of(1, 2, 3))
  inbox.add(Uint8Array.of(4))
  inbox.finish()
  expect(frames).toEqual([1, 2, 3, 4])
})

test('takes the rest of a message that was begun when the connection is given up, and no other', () => {
  const { inbox, frames } = taken(shareOf(3))
  inbox.add(Uint8Array.of(1, 2, 3))
  inbox.add(Uint8Array.of(4))
  inbox.finishBegun()
  expect(frames).toEqual([1, 2, 3])
})

test('takes nothing more once it was dropped, not even from within', () => {
  const frames: number[] = []
  const inbox = new Inbox(undefined, (message) => {
    frames.push(message[0] ?? -1)
    inbox.drop()
    return message.length
  })
  inbox.add(Uint8Array.of(1))
  inbox.add(Uint8Array.of(2))
  expect(frames).toEqual([1, 2])
})
