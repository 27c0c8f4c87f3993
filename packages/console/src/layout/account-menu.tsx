import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../console-context.ts'
import { goTo } from '../navigation.tsx'

export function AccountMenu() {
  const { client, session, notices } = useConsole()
  const queries = useQueryClient()
  const user = useUser()
  async function signOut(): Promise<void> {
    try {
      await client.logout()
    } catch {
      // A token that is refused is as dead as can be; one that could not be revoked must not stay without a word.
      if (session.state().user) {
        notices.add({
          tone: 'failed',
          text: 'The server could not be told; this browser has forgotten you all the same.',
        })
      }
    }
    session.signOut()
    queries.clear()
    goTo('/login')
  }
  return (
    <Menu position='bottom-end' width={240}>
      <Menu.Target>
        <ActionIcon variant='subtle' color='gray' size='lg' aria-label={`Account of ${user.user}`}>
          <IconUserCircle size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className='account'>
          <Text fw={600} size='sm' truncate>
            {user.name || user.user}
          </Text>
          <Text c='dimmed' size='xs' truncate>
            {user.email}
          </Text>
          {user.role !== '' && (
            <Text c='dimmed' size='xs'>
              {user.role} of this namespace
            </Text>
          )}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out everywhere
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
