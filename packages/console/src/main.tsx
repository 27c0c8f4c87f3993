import './styles.css'
import { MantineProvider } from '@mantine/core'
import { fetchTransport } from '@sshore/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { colourModes, printInLight, showColourMode } from './colour-mode.ts'
import { type Console, ConsoleContext } from './console-context.ts'
import { loadFirstPage } from './first-page.ts'
import { infoOf } from './info.ts'
import { createLanguageChoice, languageTags } from './language/language.ts'
import { ConsoleQueries } from './live/console-queries.ts'
import { mayHeal } from './live/may-heal.ts'
import { NoticeList } from './notices/notice-list.tsx'
import { createNotices } from './notices/notices.ts'
import { createConsoleRouter } from './router/router.tsx'
import { createBrowserMemory } from './session/browser-memory.ts'
import { forgetFormerUser } from './session/forget-former-user.ts'
import { createSession } from './session/session.ts'
import { createSignedClient } from './session/signed-client.ts'
import { openTabs } from './session/tabs.ts'
import { cssVariables, theme } from './theme.ts'

const transport = fetchTransport('', (url, init) => fetch(url, init))
const session = createSession(createBrowserMemory(transport, window.sessionStorage), openTabs())
const client = createSignedClient(transport, session)
const language = createLanguageChoice(window.localStorage, navigator.languages, (chosen) => {
  document.documentElement.lang = languageTags[chosen]
})
const parts: Console = { client, session, notices: createNotices(), language, now: () => Date.now() }
const router = createConsoleRouter()

// The server may be on this machine or in this network: being without the internet is no reason not to ask it.
const networkMode = 'always'
const queries = new ConsoleQueries({
  defaultOptions: {
    queries: { networkMode, retry: (failures, error) => failures < 2 && mayHeal(error) },
    mutations: { networkMode },
  },
})

// Before any page listens: it must not draw for one person what another was shown.
forgetFormerUser(session, queries)
loadFirstPage(window.location.pathname)
// Whoever needs it asks again, and says what is wrong.
queries.query(infoOf(client)).catch(() => undefined)
showColourMode()
printInLight()
const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root.')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colourModes}
      defaultColorScheme='auto'
    >
      <QueryClientProvider client={queries}>
        <ConsoleContext value={parts}>
          <RouterProvider router={router} />
          <NoticeList />
        </ConsoleContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
