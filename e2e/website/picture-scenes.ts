// What the pictures of the manual show, by the name under which a page asks for one.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, SeededUser, UnixUser } from '@sshore/testkit'
import { pagesOf } from '../console/full-namespace.ts'
import type { Acme } from './acme.ts'

export interface Scene {
  readonly name: string
  readonly path: string
  /** Before somebody has signed in. */
  readonly signedOut?: true
  /** Goes on from the page to what is shown. */
  readonly act?: (page: Page) => Promise<void>
}

/** Words of the console in both of its languages. */
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()
const show = (page: Page, heading: RegExp): Promise<void> =>
  page
    .getByRole('heading', { name: heading })
    .first()
    .evaluate((found) => window.scrollTo(0, found.getBoundingClientRect().top + window.scrollY - 96))
const press =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await button(page, name).click()
    await page.getByRole('dialog').waitFor()
  }

/** Pages that are shown as they open. */
const plain = [
  'home',
  'devices',
  'devices-pending',
  'devices-adding',
  'sessions',
  'session',
  'public-keys',
  'public-keys-adding',
  'certificates',
  'firewall',
  'firewall-adding',
  'api-keys',
  'members',
  'tags',
  'settings',
  'containers',
  'connectors',
  'administration',
  'admin-users',
  'admin-user',
  'admin-authentication',
  'admin-announcing',
  'admin-mail',
]

const prompt = 'ada@router'

/** A home whose terminal looks the same on every machine. */
export async function furnishHome(home: string): Promise<void> {
  const status = ['router   up 41 days', 'load     0.08 0.05 0.01', 'disk     31 % of 29 GB', 'backup   last night']
  const script = `#!/bin/sh\nprintf '%s\\n' ${status.map((line) => `'${line}'`).join(' ')}\n`
  await writeFile(join(home, 'status'), script, { mode: 0o755 })
  await writeFile(join(home, '.bash_profile'), String.raw`PS1='\[\e[32m\]${prompt}\[\e[0m\]:~$ '`)
}

async function beginLogin(page: Page, { username, password }: SeededUser): Promise<void> {
  await page.locator('input[autocomplete^=username]').first().fill(username)
  await page.locator('input[type=password]').first().fill(password)
  await page.keyboard.press('Enter')
  await button(page, /^(Use a recovery code|Usar um código de recuperação)$/).waitFor()
}

async function fillTerminal(page: Page, { name, password }: UnixUser): Promise<void> {
  await page.getByRole('textbox', { name: /^(Login name|Nome de login)$/ }).fill(name)
  await page.getByRole('textbox', { name: /^(Password|Senha)$/ }).fill(password)
  await button(page, /^(Connect|Conectar)$/).click()
  const rows = page.locator('.xterm-rows').last()
  await rows.filter({ hasText: prompt }).waitFor()
  await page.keyboard.insertText('./status')
  await page.keyboard.press('Enter')
  await rows.filter({ hasText: 'disk' }).waitFor()
}

/** Everything that the manual shows, in the order in which it is made: the last ones change something. */
export function scenesOf(acme: Acme, user: UnixUser): readonly Scene[] {
  const pages = new Map<string, string>(pagesOf(acme))
  return [
    { name: 'login', path: '/', signedOut: true },
    { name: 'register', path: '/register', signedOut: true },
    { name: 'invitation', path: acme.invitation, signedOut: true },
    { name: 'second-factor-asked', path: '/', signedOut: true, act: (page) => beginLogin(page, acme.grace) },
    {
      name: 'second-factor-recovering',
      path: '/',
      signedOut: true,
      act: async (page) => {
        await beginLogin(page, acme.grace)
        await button(page, /^(Use a recovery code|Usar um código de recuperação)$/).click()
      },
    },
    ...plain.map((name) => ({ name, path: pages.get(name) ?? '/' })),
    {
      name: 'admin-authentication-by-hand',
      path: '/admin/authentication',
      act: (page) =>
        page
          .getByText(/^(By hand|Manualmente)$/)
          .first()
          .click(),
    },
    { name: 'recording', path: `/recordings/${acme.recorded}/0?t=2` },
    { name: 'device', path: `/devices/${acme.router}` },
    { name: 'tunnels', path: `/devices/${acme.router}`, act: (page) => show(page, /^(Tunnels|Túneis)$/) },
    { name: 'pairing', path: `/accept-device?code=${acme.pairingCode}` },
    { name: 'recording-policy', path: '/settings', act: (page) => show(page, /^(Sessions|Sessões)$/) },
    { name: 'connection-announcement', path: '/settings', act: (page) => show(page, /^(Announcement|Anúncio)$/) },
    {
      name: 'namespace-menu',
      path: '/',
      act: async (page) => {
        await button(page, /acme/).click()
        await page.getByRole('menu').waitFor()
      },
    },
    { name: 'members-adding', path: '/members', act: press(/^(Add member|Adicionar membro)$/) },
    { name: 'api-keys-adding', path: '/api-keys', act: press(/^(Create API key|Criar chave de API)$/) },
    {
      name: 'second-factor-setting-up',
      path: '/account',
      act: async (page) => {
        await show(page, /^(Second factor|Segundo fator)$/)
        await button(page, /^(Set up|Configurar)$/).click()
        await page.getByRole('figure').waitFor()
        await show(page, /^(Second factor|Segundo fator)$/)
      },
    },
    { name: 'terminal', path: `/terminal?device=${acme.router}`, act: (page) => fillTerminal(page, user) },
  ]
}
