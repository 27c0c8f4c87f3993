// The `login` stream: asks the device to let somebody in, and stands for the whole SSH connection afterwards.
import type { LoginHeader, ResetReason, StreamMessage } from '@sshore/contract'
import type { Clock, Link, LinkStream } from '@sshore/link'
import type { LoginRefusal } from './failures.ts'

export interface DeviceLogin {
  readonly link: Link
  /** What `session` and `dial` headers name. */
  readonly id: number
  /** Ends everything that was started under it. */
  end(): void
  /** The device, or the loss of the link for good, ended it; told at once if it happened before. */
  whenEnded(listener: (reason: ResetReason | undefined) => void): void
}

export type LoginAnswer =
  | { readonly outcome: 'accepted'; readonly login: DeviceLogin }
  | { readonly outcome: 'refused'; readonly refusal: LoginRefusal; readonly detail: string }
  /** No answer in time, or the link broke off. */
  | { readonly outcome: 'silent' }

/** A password check on a slow device, behind a link that may just be coming back. */
const answerDeadlineMilliseconds = 30_000

/** Opens the stream and waits for the device's answer; never rejects. */
export function logInOnDevice(link: Link, header: LoginHeader, clock: Clock): Promise<LoginAnswer> {
  const { promise, resolve } = Promise.withResolvers<LoginAnswer>()
  const answer = (result: LoginAnswer): void => {
    cancelDeadline()
    resolve(result)
  }
  let tell: ((reason: ResetReason | undefined) => void) | undefined
  let lost: { readonly reason: ResetReason | undefined } | undefined
  const login: DeviceLogin & { ended: boolean } = {
    link,
    get id() {
      return stream.id
    },
    ended: false,
    end() {
      if (login.ended) return
      login.ended = true
      stream.close()
    },
    whenEnded(listener) {
      tell = listener
      if (lost) listener(lost.reason)
    },
  }
  const onMessage = (message: StreamMessage): void => {
    if (message.type === 'login-accepted') answer({ outcome: 'accepted', login })
    else if (message.type === 'login-refused') {
      answer({ outcome: 'refused', refusal: message.reason, detail: message.detail })
      login.end()
    }
  }
  const onClose = (reason: ResetReason | undefined): void => {
    const wasRunning = !login.ended
    login.ended = true
    answer({ outcome: 'silent' })
    if (!wasRunning) return
    lost = { reason }
    tell?.(reason)
  }
  const cancelDeadline = clock.after(answerDeadlineMilliseconds, () => {
    stream.reset('closed', 'no answer in time')
    answer({ outcome: 'silent' })
  })
  const stream: LinkStream = link.open(header, {
    onData: (chunk) => stream.consumed(chunk.length),
    onMessage,
    onEnd: () => {
      onClose(undefined)
      stream.close()
    },
    onDrain: () => {},
    onClose,
  })
  return promise
}
