import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconBarcode,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconServer2,
  IconSun,
  IconTerminal2,
  IconUserCircle,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useConsole, useSession, useUser } from '../console-context.ts'
import { useInfo } from '../info.ts'
import { phrase } from '../language/language.ts'
import { usual } from '../language/usual-words.ts'
import { useLanguage, useText } from '../language/use-text.ts'
import { useSignOut } from '../layout/sign-out.ts'
import { useEntries } from '../layout/use-pages.ts'
import { condition, filterText } from '../parts/list-filter.ts'
import { recentDevices } from '../parts/recent-devices.ts'
import { bestFirst } from './best-first.ts'

export interface Choice {
  /** Unique, and fit for an element's id. */
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly Icon: Icon
  readonly run: () => void
}

const words = {
  page: phrase('Page', 'Página'),
  administration: phrase('Administration', 'Administração'),
  device: phrase('Device', 'Dispositivo'),
  action: phrase('Action', 'Ação'),
  terminal: phrase(
    (name: string) => `Open a terminal on ${name}`,
    (name) => `Abrir um terminal em ${name}`,
  ),
  code: phrase('Accept a device by its code', 'Aceitar um dispositivo pelo código'),
  light: phrase('Light colours', 'Cores claras'),
  dark: phrase('Dark colours', 'Cores escuras'),
  system: phrase('Colours as the system', 'Cores como o sistema'),
  language: phrase('Mudar para português', 'Switch to English'),
  signOut: phrase('Sign out everywhere', 'Sair de todos os lugares'),
}
const devicesAtMost = 6

function useDevicesNamed(text: string) {
  const { client } = useConsole()
  const { tenant } = useUser()
  const [rested] = useDebouncedValue(text, 150)
  const { data } = useQuery({
    queryKey: ['palette', tenant, rested],
    queryFn: async () => {
      const filter = filterText([rested !== '' && condition('name', 'contains', rested)])
      return (await client.listDevices({ query: { per_page: devicesAtMost, ...(filter ? { filter } : {}) } })).body
    },
    enabled: tenant !== '',
    placeholderData: keepPreviousData,
  })
  return data ?? []
}

/** What fits to the text, the best fit first and pages before devices; without a text, the terminals of late before all. */
export function useChoices(text: string): readonly Choice[] {
  const say = useText()
  const current = useLanguage()
  const { language } = useConsole()
  const user = useUser()
  const { tenant } = user
  const { acting } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const entries = useEntries()
  const devices = useDevicesNamed(text)
  const { data: info } = useInfo()
  const hasTerminals = info?.features.includes('web-terminal') === true
  const to =
    (address: string, search: object = {}) =>
    () =>
      void navigate({ to: address, search })
  const action = (key: string, Icon: Icon, run: () => void, label: string): Choice => ({
    key,
    Icon,
    run,
    label,
    kind: say(words.action),
  })
  const named: readonly Choice[] = [
    ...entries.map(({ path, entry, administrators }) => ({
      key: `page${path.replaceAll('/', '-')}`,
      label: say(entry.label),
      kind: say(administrators ? words.administration : words.page),
      Icon: entry.Icon,
      run: to(path),
    })),
    ...(tenant === ''
      ? []
      : [
          action('add', IconPlus, to('/devices', { add: 'yes' }), say(usual.addDevice)),
          action('code', IconBarcode, to('/accept-device'), say(words.code)),
        ]),
    action('account', IconUserCircle, to('/account'), say(usual.account)),
    action('keyboard', IconKeyboard, to('/keyboard'), say(usual.keyboard)),
    action('light', IconSun, () => setColorScheme('light'), say(words.light)),
    action('dark', IconMoon, () => setColorScheme('dark'), say(words.dark)),
    action('system', IconDeviceDesktop, () => setColorScheme('auto'), say(words.system)),
    action('language', IconLanguage, () => language.choose(current === 'en' ? 'pt' : 'en'), say(words.language)),
    ...(acting ? [] : [action('sign-out', IconLogout, () => void signOut(), say(words.signOut))]),
  ]
  const found = devices.map(({ uid, name }) => ({
    key: uid,
    label: name,
    kind: say(words.device),
    Icon: IconServer2,
    run: () => void navigate({ to: '/devices/$uid', params: { uid } }),
  }))
  const opened = text === '' ? recentDevices(window.localStorage, user) : devices
  const terminals = hasTerminals
    ? opened.map(({ uid, name }) =>
        action(`terminal-${uid}`, IconTerminal2, to('/terminal', { device: uid }), say(words.terminal)(name)),
      )
    : []
  if (text === '') return [...terminals, ...named, ...found]
  return bestFirst([...named, ...found, ...terminals], text)
}
