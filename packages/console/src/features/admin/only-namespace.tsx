import { Group, Text } from '@mantine/core'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { useOneNamespace } from './namespaces/namespaces.ts'
import { admin } from './words.ts'

/** Says of which namespace alone a list is, with the way to all. */
export function OnlyNamespace({ tenant }: { readonly tenant: string | undefined }) {
  const say = useText()
  const { data } = useOneNamespace(tenant)
  if (tenant === undefined) return null
  return (
    <Group gap='sm'>
      <Text size='sm'>{say(admin.onlyOf)(data?.name ?? tenant)}</Text>
      <Link to='.' search={{}} size='sm'>
        {say(admin.showAll)}
      </Link>
    </Group>
  )
}
