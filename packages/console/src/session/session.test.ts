import { expect, test } from 'vitest'
import type { UserAuth } from '@sshore/contract'
import { createSession } from './session.ts'
import type { Tabs } from './tabs.ts'

const user = (token: string): UserAuth =>
  JSON.parse(JSON.stringify({ token, id: 'f'.repeat(24), user: 'ada', name: 'Ada', tenant: 'home', role: 'owner' }))

/** The storage of one tab; `token` is signed in from before. */
function storageOf(token?: string): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map(token === undefined ? [] : [['sshore.session', JSON.stringify(user(token))]])
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

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

const tokenIn = (session: ReturnType<typeof createSession>): string | undefined => session.state().user?.token

test('a new tab takes over the session of another one', () => {
  const tab = browser()
  createSession(storageOf('one'), tab())
  expect(tokenIn(createSession(storageOf(), tab()))).toBe('one')
})

test('a tab that waits at the login page is let in when another one signs in', () => {
  const tab = browser()
  const [first, second] = [createSession(storageOf(), tab()), createSession(storageOf(), tab())]
  first.begin(user('one'))
  expect(tokenIn(second)).toBe('one')
})

test('signing out ends the session in every tab; an expired token only where it is in use', () => {
  const tab = browser()
  const [first, second] = [createSession(storageOf('one'), tab()), createSession(storageOf('one'), tab())]
  first.begin(user('two'))
  first.expire('one')
  expect(tokenIn(first)).toBe('two')
  second.expire('one')
  expect(second.state()).toEqual({ user: user('one'), ended: 'expired' })
  const third = createSession(storageOf(), tab())
  first.signOut()
  expect([tokenIn(first), tokenIn(third)]).toEqual([undefined, undefined])
})

test('a fresh token replaces that of the same user and namespace only', () => {
  const session = createSession(storageOf('one'), browser()())
  session.renew({ ...user('other'), tenant: 'work' })
  expect(tokenIn(session)).toBe('one')
  session.renew(user('two'))
  expect(tokenIn(session)).toBe('two')
})

test('what is kept or sent in another shape is nobody', () => {
  const tabs = browser()
  const storage = storageOf()
  storage.setItem('sshore.session', '{"token":1}')
  const session = createSession(storage, tabs())
  tabs().send({ kind: 'offer', user: { token: 'x' } })
  tabs().send('offer')
  expect(session.state().user).toBeUndefined()
})

test('an expired session is kept by nobody and taken up again by whoever signs in, here or in another tab', () => {
  const tab = browser()
  const storage = storageOf('one')
  const session = createSession(storage, tab())
  session.expire('one')
  expect(createSession(storage, tab()).state().user).toBeUndefined()
  createSession(storageOf(), tab()).begin(user('two'))
  expect(session.state()).toEqual({ user: user('two'), ended: undefined })
})
