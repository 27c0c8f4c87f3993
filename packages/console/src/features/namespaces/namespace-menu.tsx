import { Badge, Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import type { TenantId } from '@sshore/contract'
import { useConsole, useUser } from '../../console-context.ts'
import { goTo } from '../../navigation.tsx'
import { messageOf } from '../../parts/trouble.tsx'
import { useNamespaces } from './namespaces.ts'

/** The name of the namespace; a menu when there are others to go to. */
export function NamespaceMenu() {
  const { client, session, notices } = useConsole()
  const { tenant } = useUser()
  const { data = [] } = useNamespaces()
  const current = data.find((namespace) => namespace.tenant_id === tenant)
  if (!current) return null
  async function switchTo(to: TenantId): Promise<void> {
    try {
      const { body } = await client.switchNamespace({ params: { tenant: to } })
      session.begin(body)
      goTo('/devices')
    } catch (error) {
      notices.add({ tone: 'failed', text: messageOf(error) })
    }
  }
  if (data.length < 2) {
    return (
      <Text fw={500} truncate title='Your namespace'>
        {current.name}
      </Text>
    )
  }
  return (
    <Menu position='bottom-start' width={240}>
      <Menu.Target>
        <Button
          className='namespace'
          variant='subtle'
          color='gray'
          size='compact-md'
          aria-label={`Namespace ${current.name}, switch`}
          rightSection={<IconSelector size={16} aria-hidden />}
        >
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Namespaces</Menu.Label>
        {data.map((namespace) => (
          <Menu.Item
            key={namespace.tenant_id}
            onClick={() => void switchTo(namespace.tenant_id)}
            rightSection={
              namespace === current ? (
                <IconCheck size={16} aria-label='current' />
              ) : (
                <Badge variant='light' color='gray' size='sm'>
                  {namespace.devices_count}
                </Badge>
              )
            }
          >
            {namespace.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
