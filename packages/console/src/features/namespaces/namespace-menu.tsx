import { Badge, Button, Menu } from '@mantine/core'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import type { TenantId } from '@sshore/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { create } from './namespace-words.ts'
import { useNamespaces } from './namespaces.ts'

const NewNamespace = lazy(async () => ({ default: (await import('./new-namespace.tsx')).NewNamespace }))
const words = {
  label: phrase(
    (name: string) => `Namespace ${name}, switch`,
    (name) => `Namespace ${name}, trocar`,
  ),
  all: phrase('Namespaces', 'Namespaces'),
  current: phrase('current', 'atual'),
  quota: phrase('Your account may not create any more.', 'Sua conta não pode criar mais.'),
}

/** The name of the namespace; a menu of the others, and of a new one. */
export function NamespaceMenu() {
  const say = useText()
  const { client, session } = useConsole()
  const { tenant, max_namespaces } = useUser()
  const navigate = useNavigate()
  const attempt = useAttempt()
  const [creating, setCreating] = useState(false)
  const { data = [] } = useNamespaces()
  const current = data.find((namespace) => namespace.tenant_id === tenant)
  if (!current) return null
  const goHome = () => void navigate({ to: '/', search: {} })
  const switchTo = (to: TenantId) =>
    attempt(async () => {
      session.switchTo((await client.switchNamespace({ params: { tenant: to } })).body)
      goHome()
    })
  return (
    <>
      <Menu position='bottom-start' width={260}>
        <Menu.Target>
          <Button
            className='namespace'
            variant='subtle'
            color='gray'
            size='compact-md'
            aria-label={say(words.label)(current.name)}
            rightSection={<IconSelector size={16} aria-hidden />}
          >
            {current.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{say(words.all)}</Menu.Label>
          {data.map((namespace) => (
            <Menu.Item
              key={namespace.tenant_id}
              onClick={() => void switchTo(namespace.tenant_id)}
              rightSection={
                namespace === current ? (
                  <IconCheck size={16} aria-label={say(words.current)} />
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
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={max_namespaces === 0}
            onClick={() => setCreating(true)}
          >
            {say(max_namespaces === 0 ? words.quota : create)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={creating} title={say(create)} onClose={() => setCreating(false)}>
        <Suspense>
          <NewNamespace onMade={goHome} />
        </Suspense>
      </Dialog>
    </>
  )
}
