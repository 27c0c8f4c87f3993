import type { Page } from '@sshore/testkit'

/** Gives the page a security key that is touched by itself (WebAuthn Level 3, section 11). */
export async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
}
