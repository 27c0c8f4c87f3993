import { Stack, Text } from '@mantine/core'
import type { TenantId } from '@sshore/contract'
import { type ReactNode, useState } from 'react'
import { phrase } from '../../../language/language.ts'
import { useText } from '../../../language/use-text.ts'
import { NamespacePicker } from './namespace-picker.tsx'
import { useOneNamespace } from './namespaces.ts'
import { OfNamespace } from './of-namespace.tsx'

const words = {
  choose: phrase('Choose a namespace', 'Escolha um namespace'),
  first: phrase('Choose first whose it will be.', 'Escolha primeiro de quem será.'),
}

export interface InNamespaceProps {
  /** That of something that is there already: it stays where it is. */
  readonly known: TenantId | undefined
  readonly first: string | undefined
  readonly children: (tenant: TenantId) => ReactNode
}

/** A form about something of one namespace, which is chosen before it. */
export function InNamespace({ known, first, children }: InNamespaceProps) {
  const say = useText()
  const [chosen, setChosen] = useState(first as TenantId | undefined)
  const tenant = known ?? chosen
  const { data } = useOneNamespace(known)
  return (
    <Stack>
      {known === undefined ? (
        <NamespacePicker labelled value={chosen} any={say(words.choose)} onChange={setChosen} />
      ) : (
        <Text size='sm'>
          <OfNamespace tenant={known} name={data?.name} />
        </Text>
      )}
      {tenant === undefined ? (
        <Text size='sm' c='dimmed'>
          {say(words.first)}
        </Text>
      ) : (
        children(tenant)
      )}
    </Stack>
  )
}
