// Which page belongs to which address, and to whom.
import { Button } from '@mantine/core'
import type { UserAuth } from '@sshore/contract'
import { type ReactNode, useEffect } from 'react'
import { UserContext, useSession } from './console-context.ts'
import { DevicesPage } from './features/devices/devices-page.tsx'
import { tabAt } from './features/devices/tabs.ts'
import { LoginPage } from './features/login/login-page.tsx'
import { NoNamespacePage } from './features/namespaces/no-namespace.tsx'
import { PairingPage } from './features/pairing/pairing-page.tsx'
import { SetupPage } from './features/setup/setup-page.tsx'
import { useInfo } from './info.ts'
import { CardPage } from './layout/card-page.tsx'
import { Shell } from './layout/shell.tsx'
import { linkTo, type Place, replaceWith, usePlace } from './navigation.tsx'
import { Trouble } from './parts/trouble.tsx'

const home = '/devices'

function Redirect({ to }: { readonly to: string }) {
  useEffect(() => replaceWith(to), [to])
  return null
}

function NotFoundPage() {
  return (
    <CardPage title='Nothing here' intro='There is no page at this address.'>
      <Button component='a' {...linkTo(home)}>
        Go to the devices
      </Button>
    </CardPage>
  )
}

function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** The pages for somebody who is signed in; undefined where there is none. */
function pageAt({ path, query }: Place): ReactNode {
  const tab = tabAt(path)
  if (tab) return <DevicesPage key={tab.status} tab={tab} page={pageNumber(query)} />
  // The second address is easier to say on the telephone.
  if (path === '/accept-device' || path === '/pair') return <PairingPage given={query.get('code') ?? ''} />
  return undefined
}

function SignedIn({ user, place }: { readonly user: UserAuth; readonly place: Place }) {
  if (place.path === '/' || place.path === '/login' || place.path === '/setup') return <Redirect to={home} />
  const page = pageAt(place)
  if (page === undefined) return <NotFoundPage />
  return (
    <UserContext value={user}>
      {user.tenant === '' ? <NoNamespacePage /> : <Shell key={user.tenant}>{page}</Shell>}
    </UserContext>
  )
}

function Visitor({ place }: { readonly place: Place }) {
  const { data: info, error, refetch } = useInfo()
  if (!info) {
    if (!error) return null
    return (
      <CardPage title='No answer'>
        <Trouble title='The server could not be asked' error={error} onRetry={() => void refetch()} />
      </CardPage>
    )
  }
  if (place.path === '/setup' || !info.setup) return <SetupPage done={info.setup} sign={place.query.get('sign')} />
  return <LoginPage />
}

export function App() {
  const place = usePlace()
  const { user } = useSession()
  return user ? <SignedIn user={user} place={place} /> : <Visitor place={place} />
}
