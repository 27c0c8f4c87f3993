import type { TenantId } from '@sshore/contract'
import { PlainLink } from '../../../navigation.tsx'

/** The way to a namespace, by its name, or the beginning of its identifier until that is known. */
export function OfNamespace({ tenant, name }: { readonly tenant: TenantId; readonly name: string | undefined }) {
  return (
    <PlainLink className='quiet-link' to='/admin/namespaces/$uid' params={{ uid: tenant }}>
      {name ?? tenant.slice(0, 8)}
    </PlainLink>
  )
}
