// Who sees what: visitors the login, members the page at the address inside the frame.
import { Outlet, useRouterState, useSearch } from '@tanstack/react-router'
import type { UserAuth } from '@sshore/contract'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { UserContext, useSession } from './console-context.ts'
import { pages } from './features.ts'
import { loadLoginPage } from './first-page.ts'
import { useInfo } from './info.ts'
import { phrase } from './language/language.ts'
import { useText } from './language/use-text.ts'
import { CardPage } from './layout/card-page.tsx'
import { Shell } from './layout/shell.tsx'
import { Redirect } from './navigation.tsx'
import { Trouble } from './parts/trouble.tsx'
import { type Search, textIn } from './router/search-text.ts'
import { visitorPages } from './visitor-pages.ts'

const words = {
  noAnswer: phrase('No answer', 'Sem resposta'),
  notAsked: phrase('The server could not be asked', 'Não foi possível consultar o servidor'),
}

const loadSignInAgain = async () => ({ default: (await import('./features/login/sign-in-again.tsx')).SignInAgain })
const SignInAgain = lazy(loadSignInAgain)
const ActingBanner = lazy(async () => ({
  default: (await import('./features/admin/acting/acting-banner.tsx')).ActingBanner,
}))
const LoginPage = lazy(loadLoginPage)

/** Whether whoever belongs to no namespace can open the page of this route; what is no page leads nowhere for them. */
function isThereForNobody(route: string, { administrator }: UserAuth): boolean {
  const page = pages.find(({ path }) => path === route)
  return page?.withoutNamespace === true || (page?.administrators === true && administrator)
}

function SignedIn({ user, path }: { readonly user: UserAuth; readonly path: string }) {
  const { ended, acting } = useSession()
  const route = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath) })
  useEffect(() => {
    // Here when it is needed, whatever has become of the server by then.
    void loadSignInAgain().catch(() => undefined)
  }, [])
  if (path === '/login' || path === '/setup') return <Redirect to='/' />
  return (
    <UserContext value={user}>
      <Suspense>{acting && <ActingBanner acting={acting} />}</Suspense>
      {user.tenant === '' && !isThereForNobody(route, user) ? (
        <NoNamespacePage key={user.id} />
      ) : (
        <Shell key={`${user.id} ${user.tenant}`}>
          <Outlet />
        </Shell>
      )}
      <Suspense>{ended === 'expired' && <SignInAgain user={user} />}</Suspense>
    </UserContext>
  )
}

function Visitor({ path }: { readonly path: string }) {
  const say = useText()
  const search: Search = useSearch({ strict: false })
  const { data: info, error } = useInfo()
  if (!info) {
    if (!error) return null
    return (
      <CardPage title={say(words.noAnswer)}>
        <Trouble title={say(words.notAsked)} error={error} onRetry={() => window.location.reload()} />
      </CardPage>
    )
  }
  if (path === '/setup' || !info.setup) return <SetupPage done={info.setup} sign={textIn(search, 'sign')} />
  return <LoginPage />
}

const NoNamespacePage = lazy(async () => ({
  default: (await import('./features/namespaces/no-namespace.tsx')).NoNamespacePage,
}))
const SetupPage = lazy(async () => ({ default: (await import('./features/setup/setup-page.tsx')).SetupPage }))

const linked = new Map(
  visitorPages.map(({ path, feature, load }) => [
    path,
    { feature, Page: lazy(async () => ({ default: await load() })) },
  ]),
)

/** A page that links of mails lead to, whoever is signed in. */
function Linked({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { data: info } = useInfo()
  const found = linked.get(path)
  if (!found || (info && !info.features.includes(found.feature))) return children
  return <Suspense>{info && <found.Page />}</Suspense>
}

export function App() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { user, isOpening } = useSession()
  if (isOpening) return null
  return (
    <Suspense>
      <Linked path={path}>{user ? <SignedIn user={user} path={path} /> : <Visitor path={path} />}</Linked>
    </Suspense>
  )
}
