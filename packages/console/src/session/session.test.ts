import { expect, test } from 'vitest'
import type { UserAuth } from '@sshore/contract'
import { type BrowserMemory, createSession, type Session } from './session.ts'
import type { Tabs } from './tabs.ts'

const user = (token: string): UserAuth =>
  JSON.parse(JSON.stringify({ token, id: 'f'.repeat(24), user: 'ada', name: 'Ada', tenant: 'home', role: 'owner' }))

/** What a browser knows; `token` is signed in from before. */
function memoryOf(token?: string): BrowserMemory & { readonly done: string[] } {
  const done: string[] = []
  return {
    done,
    recall: async () => (token === undefined ? undefined : user(token)),
    async keep(given) {
      done.push(`keep ${given.token}`)
      return given
    },
    forget: async () => void done.push('forget'),
    stay: () => undefined,
  }
}

async function opened(...parts: Parameters<typeof createSession>): Promise<Session> {
  const session = createSession(...parts)
  await Promise.resolve()
  await Promise.resolve()
  return session
}

async function begun(session: Session, who: UserAuth): Promise<void> {
  session.begin(who)
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}

const inWork = (token: string): UserAuth => ({ ...user(token), tenant: 'work' })

/** Channels of tabs that hear one another, each all the others. */
function browser(): () => Tabs {
  const listeners = new Set<(message: unknown) => void>()
  return () => {
    let own: ((message: unknown) => void) | undefined
    return {
      send: (message) => [...listeners].filter((listener) => listener !== own).forEach((listener) => listener(message)),
      onMessage(listener) {
        own = listener
        listeners.add(listener)
      },
    }
  }
}

const nobodyElse = { ended: undefined, isOpening: false, acting: undefined }

const tokenIn = (session: Session): string | undefined => session.state().user?.token

test('a page that is opened is signed in as its browser is, and asks nobody until it knows', async () => {
  const session = createSession(memoryOf('one'), browser()())
  expect(session.state()).toEqual({ user: undefined, ended: undefined, isOpening: true })
  await Promise.resolve()
  await Promise.resolve()
  expect(session.state()).toEqual({ user: user('one'), ended: undefined, isOpening: false })
  expect((await opened(memoryOf(), browser()())).state()).toMatchObject({ user: undefined, isOpening: false })
})

test('a tab that waits at the login page is let in when another one signs in, once its browser keeps it', async () => {
  const tab = browser()
  const memory = memoryOf()
  const [first, second] = [await opened(memory, tab()), await opened(memoryOf(), tab())]
  first.begin(user('one'))
  expect(tokenIn(first)).toBeUndefined()
  await Promise.resolve()
  await Promise.resolve()
  expect([tokenIn(first), tokenIn(second), memory.done]).toEqual(['one', 'one', ['keep one']])
})

test('what the browser keeps takes the place of what somebody signed in with', async () => {
  const tab = browser()
  const memory = { ...memoryOf(), keep: async () => user('bound') }
  const [first, second] = [await opened(memory, tab()), await opened(memoryOf(), tab())]
  await begun(first, user('one'))
  expect([tokenIn(first), tokenIn(second)]).toEqual(['bound', 'bound'])
})

test("another namespace of the same user needs no new cookie, and is nobody else's", async () => {
  const memory = memoryOf('one')
  const session = await opened(memory, browser()())
  session.switchTo(inWork('two'))
  expect([session.state(), memory.done]).toEqual([{ ...nobodyElse, user: inWork('two') }, []])
  session.switchTo(JSON.parse(JSON.stringify({ ...user('of bob'), id: 'b'.repeat(24) })))
  session.signOut()
  session.switchTo(inWork('three'))
  expect([session.state().user, memory.done]).toEqual([undefined, ['forget']])
})

test('a new password is kept, whichever namespace it signs in to, and leaves the tab where it is', async () => {
  const memory = memoryOf('one')
  const session = await opened(memory, browser()())
  await begun(session, user('two'))
  expect(session.state().user).toEqual(user('two'))
  await begun(session, inWork('three'))
  expect([memory.done, session.state().user]).toEqual([['keep two', 'keep three'], user('one')])
})

test('signing in again leaves each tab in its own namespace, as long as its user belongs to it', async () => {
  const tab = browser()
  const [first, second] = [await opened(memoryOf('one'), tab()), await opened(memoryOf('one'), tab())]
  second.switchTo(inWork('two'))
  const third = await opened({ ...memoryOf(), recall: async () => inWork('elsewhere') }, tab())
  first.expire('one')
  third.expire('elsewhere')
  await begun(first, inWork('three'))
  expect([first, second, third].map((each) => each.state())).toEqual([
    { ...nobodyElse, user: user('one') },
    { ...nobodyElse, user: inWork('two') },
    { ...nobodyElse, user: inWork('elsewhere') },
  ])
  const gone = await opened({ ...memoryOf(), recall: async () => inWork('moved') }, tab())
  gone.switchTo({ ...user('lost'), tenant: 'lost' })
  gone.expire('lost')
  await begun(gone, user('four'))
  expect(gone.state()).toEqual({ ...nobodyElse, user: inWork('moved') })
})

test('what a tab is offered comes too late once somebody has signed out', async () => {
  const tab = browser()
  const [session, other] = [await opened(memoryOf('one'), tab()), await opened(memoryOf(), tab())]
  session.expire('one')
  other.begin(inWork('two'))
  await Promise.resolve()
  await Promise.resolve()
  expect(tokenIn(other)).toBe('two')
  other.signOut()
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  expect(session.state()).toEqual({ ...nobodyElse, ended: 'signed-out', user: undefined })
})

test('signing out ends the session in every tab; an expired token only where it is in use', async () => {
  const tab = browser()
  const memory = memoryOf('one')
  const [first, second] = [await opened(memory, tab()), await opened(memoryOf('one'), tab())]
  await begun(first, user('two'))
  first.expire('one')
  expect(tokenIn(first)).toBe('two')
  second.expire('one')
  expect(second.state()).toEqual({ user: user('one'), ended: 'expired', isOpening: false })
  first.signOut()
  expect([tokenIn(first), tokenIn(second)]).toEqual([undefined, undefined])
  expect(memory.done).toEqual(['keep two', 'forget'])
})

test('a fresh token replaces that of the same user and namespace only', async () => {
  const session = await opened(memoryOf('one'), browser()())
  session.renew({ ...user('other'), tenant: 'work' })
  expect(tokenIn(session)).toBe('one')
  session.renew(user('two'))
  expect(tokenIn(session)).toBe('two')
})

test('what another tab sends in another shape is nobody', async () => {
  const tabs = browser()
  const session = await opened(memoryOf(), tabs())
  tabs().send({ kind: 'offer', user: { token: 'x' } })
  tabs().send('offer')
  expect(session.state().user).toBeUndefined()
})

test('an expired session is taken up again by whoever signs in, here or in another tab', async () => {
  const tab = browser()
  const session = await opened(memoryOf('one'), tab())
  session.expire('one')
  await begun(await opened(memoryOf(), tab()), user('two'))
  expect(session.state()).toEqual({ user: user('two'), ended: undefined, isOpening: false })
})

test('whoever acts as somebody else does so in one tab, until they stop or their token ends', async () => {
  const memory = memoryOf('one')
  const stays: (string | undefined)[] = []
  const kept = { ...memory, stay: (of?: UserAuth) => void stays.push(of?.id) }
  const tab = browser()
  const [session, other] = [await opened(kept, tab()), await opened(memoryOf(), tab())]
  const bob: UserAuth = JSON.parse(JSON.stringify({ ...user('as bob'), id: 'b'.repeat(24) }))
  const ends: string[] = []
  const onEnd = (how: string) => void ends.push(`${how} ${tokenIn(session)}`)
  session.act(bob, 5, onEnd)
  expect(session.state()).toMatchObject({ user: bob, acting: { by: user('one'), untilMilliseconds: 5 } })
  session.act(user('nested'), 6, onEnd)
  // Another namespace of his, and a fresh token, are of the same kind.
  session.switchTo({ ...bob, token: 'away', tenant: 'away' })
  session.renew({ ...bob, token: 'fresh', tenant: 'away' })
  expect([tokenIn(session), session.state().acting?.untilMilliseconds]).toEqual(['fresh', 5])
  session.expire('fresh')
  expect(session.state()).toEqual({ ...nobodyElse, user: user('one') })
  session.act(bob, 7, onEnd)
  session.stopActing()
  session.stopActing()
  expect(session.state()).toEqual({ ...nobodyElse, user: user('one') })
  expect(ends).toEqual(['over one', 'stopped one'])
  expect([tokenIn(other), memory.done, new Set(stays)]).toEqual([undefined, [], new Set([user('one').id])])
})
