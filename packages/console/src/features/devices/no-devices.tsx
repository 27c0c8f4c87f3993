import { Button } from '@mantine/core'
import { IconBan, IconHourglass, IconPlugConnected, IconSearchOff } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import type { TabStatus } from './tabs.ts'

const words = {
  rejected: phrase('Nothing rejected', 'Nada rejeitado'),
  rejectedText: phrase(
    'A rejected device cannot be reached by anybody. It waits here in case you change your mind.',
    'Um dispositivo rejeitado não pode ser alcançado por ninguém. Ele espera aqui caso você mude de ideia.',
  ),
  pending: phrase('No pending devices', 'Nenhum dispositivo pendente'),
  pendingText: phrase(
    "A device that starts the agent with this namespace's ID shows up here and waits until somebody accepts it.",
    'Um dispositivo que inicia o agente com o ID deste namespace aparece aqui e espera até que alguém o aceite.',
  ),
  first: phrase('Connect your first device', 'Conecte seu primeiro dispositivo'),
  firstText: phrase(
    'Run one command on it. It dials out to this server, so it needs no open port, and then you reach it with ssh as if it were beside you.',
    'Execute um comando nele. Ele se conecta a este servidor, por isso não precisa de portas abertas, e depois você o alcança com ssh como se estivesse ao seu lado.',
  ),
  waiting: phrase(
    (count: number) => `${count === 1 ? 'One device is waiting' : `${count} devices are waiting`} to be accepted`,
    (count) => (count === 1 ? 'Um dispositivo espera ser aceito' : `${count} dispositivos esperam ser aceitos`),
  ),
  nothing: phrase('Nothing matches', 'Nada corresponde'),
  nothingText: phrase(
    'The search looks at names, tags, systems and hardware addresses.',
    'A pesquisa olha nomes, tags, sistemas e endereços físicos.',
  ),
  clear: phrase('Clear search and filters', 'Limpar pesquisa e filtros'),
}

export interface NoDevicesProps {
  readonly status: TabStatus
  readonly pending: number
  readonly onAdd: () => void
}

/** What the list is for, and how something gets into it. */
export function NoDevices({ status, pending, onAdd }: NoDevicesProps) {
  const say = useText()
  const add = <Button onClick={onAdd}>{say(usual.addDevice)}</Button>
  if (status === 'rejected') {
    return <EmptyState Icon={IconBan} title={say(words.rejected)} text={say(words.rejectedText)} />
  }
  if (status === 'pending') {
    return <EmptyState Icon={IconHourglass} title={say(words.pending)} text={say(words.pendingText)} action={add} />
  }
  return (
    <EmptyState
      Icon={IconPlugConnected}
      title={say(words.first)}
      text={say(words.firstText)}
      action={
        <>
          {add}
          {pending > 0 && (
            <Link to='/devices' search={{ status: 'pending' }} size='sm'>
              {say(words.waiting)(pending)}
            </Link>
          )}
        </>
      }
    />
  )
}

export function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const say = useText()
  return (
    <EmptyState
      Icon={IconSearchOff}
      title={say(words.nothing)}
      text={say(words.nothingText)}
      action={
        <Button variant='default' onClick={onClear}>
          {say(words.clear)}
        </Button>
      }
    />
  )
}
