import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconKeyboard, IconLogout, IconServerCog, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession, useUser } from '../console-context.ts'
import { useInfo } from '../info.ts'
import { phrase } from '../language/language.ts'
import { roleName, usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { useSignOut } from './sign-out.ts'

const words = {
  account: phrase(
    (user: string) => `Account of ${user}`,
    (user) => `Conta de ${user}`,
  ),
  role: phrase(
    (role: string) => `${role} of this namespace`,
    (role) => `${role} deste namespace`,
  ),
  stop: phrase('Stop acting as them', 'Parar de agir como esta pessoa'),
  server: phrase('Look after this server', 'Administrar este servidor'),
  signOut: phrase('Sign out everywhere', 'Sair de todos os lugares'),
}

export function AccountMenu() {
  const say = useText()
  const user = useUser()
  const { data: info } = useInfo()
  const { acting } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <Menu position='bottom-end' width={240}>
      <Menu.Target>
        <ActionIcon variant='subtle' color='gray' size='lg' aria-label={say(words.account)(user.user)}>
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
              {say(words.role)(say(roleName(user.role)))}
            </Text>
          )}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/account', search: {} })}
        >
          {say(usual.account)}
        </Menu.Item>
        {user.administrator && info?.features.includes('admin') && (
          <Menu.Item
            leftSection={<IconServerCog size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/admin', search: {} })}
          >
            {say(words.server)}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/keyboard', search: {} })}
        >
          {say(usual.keyboard)}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {say(acting ? words.stop : words.signOut)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
