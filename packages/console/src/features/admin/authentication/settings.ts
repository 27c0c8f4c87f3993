import type { BodyOf, contract, ReplyOf } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole } from '../../../console-context.ts'
import { useAdministered, useRefresh } from '../administration.ts'

export type SignInSettings = ReplyOf<typeof contract.adminGetAuthentication>
export type SamlSettings = SignInSettings['saml']
export type SamlEdit = BodyOf<typeof contract.adminSetSaml>

export function useSignInSettings() {
  const { client } = useConsole()
  return useAdministered('authentication', undefined, async () => (await client.adminGetAuthentication()).body)
}

export function useSignInChanges() {
  const { client } = useConsole()
  const queries = useQueryClient()
  const refresh = useRefresh()
  // What the server says of itself names the ways to sign in.
  const told = () => Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['info'] })])
  return {
    setLocal: async (enable: boolean): Promise<void> => {
      await client.adminSetLocalAuthentication({ body: { enable } })
      await told()
    },
    setSaml: async (body: SamlEdit): Promise<void> => {
      await client.adminSetSaml({ body })
      await told()
    },
  }
}

/** Certificates one below the other, as texts of their own; without PEM's frames there is one. */
export function certificatesIn(text: string): readonly string[] {
  const framed = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g)
  if (framed) return framed
  return text.trim() === '' ? [] : [text.trim()]
}
