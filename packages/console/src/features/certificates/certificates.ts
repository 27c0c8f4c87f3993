import type { BodyOf, CertificateAuthority, contract, IssuedCertificate, NewCertificate } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { listedIn } from '../../parts/listed.ts'
import { pageIn, type Search } from '../../router/search-text.ts'

export const certificatesPerPage = 25

export interface CertificateSearch {
  readonly page?: number | undefined
}
export const certificateSearch = (search: Search): CertificateSearch => ({ page: pageIn(search) })

export function useAuthorities() {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['authorities', tenant],
    queryFn: async () => (await client.listCertificateAuthorities()).body,
  })
}

export function useCertificates({ page = 1 }: CertificateSearch) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['certificates', tenant, page],
    queryFn: async () => listedIn(await client.listCertificates({ query: { page, per_page: certificatesPerPage } })),
    placeholderData: keepPreviousData,
  })
}

export type NewAuthority = BodyOf<typeof contract.createCertificateAuthority>
export type AuthorityChange = BodyOf<typeof contract.updateCertificateAuthority>
export type Request = BodyOf<typeof contract.issueCertificate>

export function useCertificateChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(['authorities', 'certificates'].map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
  return {
    create: async (body: NewAuthority): Promise<void> => {
      await client.createCertificateAuthority({ body })
      await refresh()
    },
    update: async ({ fingerprint }: CertificateAuthority, body: AuthorityChange): Promise<void> => {
      await client.updateCertificateAuthority({ params: { fingerprint }, body })
      await refresh()
    },
    remove: async ({ fingerprint }: CertificateAuthority): Promise<void> => {
      await client.deleteCertificateAuthority({ params: { fingerprint } })
      await refresh()
    },
    issue: async (body: Request): Promise<NewCertificate> => {
      const { body: made } = await client.issueCertificate({ body })
      await refresh()
      return made
    },
    revoke: async ({ authority, serial }: IssuedCertificate): Promise<void> => {
      await client.revokeCertificate({ params: { fingerprint: authority }, body: { serial } })
      await refresh()
    },
  }
}
