// Pages for whoever has no session yet, or comes by a link of a mail; each is loaded when somebody opens it.
import type { Feature } from '@sshore/contract'
import type { FunctionComponent } from 'react'

export interface VisitorPage {
  readonly path: string
  /** Shown only where the server has it. */
  readonly feature: Feature
  readonly load: () => Promise<FunctionComponent>
}

export const visitorPages: readonly VisitorPage[] = [
  {
    path: '/register',
    feature: 'accounts',
    load: async () => (await import('./features/accounts/register-page.tsx')).RegisterPage,
  },
  {
    path: '/validation-account',
    feature: 'accounts',
    load: async () => (await import('./features/accounts/confirm-page.tsx')).ConfirmPage,
  },
  {
    path: '/forgot-password',
    feature: 'accounts',
    load: async () => (await import('./features/accounts/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: '/update-password',
    feature: 'accounts',
    load: async () => (await import('./features/accounts/new-password-page.tsx')).NewPasswordPage,
  },
  {
    path: '/accept-invite',
    feature: 'invites',
    load: async () => (await import('./features/invites/accept-invite-page.tsx')).AcceptInvitePage,
  },
  {
    path: '/reset-mfa',
    feature: 'mfa',
    load: async () => (await import('./features/mfa/reset-page.tsx')).ResetMfaPage,
  },
]
