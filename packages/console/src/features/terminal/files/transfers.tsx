import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { phrase } from '../../../language/language.ts'
import { useText } from '../../../language/use-text.ts'
import { inertText } from '../inert-text.ts'
import type { FileDesk } from './file-desk.ts'
import { sizeText } from '../../../parts/size-text.ts'
import { FileErrorText } from './file-text.tsx'
import { isOver, type Transfer } from './transfer-list.ts'

const words = {
  transfers: phrase('On their way', 'Em andamento'),
  waiting: phrase(
    (name: string) => `Waiting: ${name}`,
    (name) => `Na fila: ${name}`,
  ),
  up: phrase(
    (name: string) => `Uploading ${name}`,
    (name) => `Enviando ${name}`,
  ),
  down: phrase(
    (name: string) => `Downloading ${name}`,
    (name) => `Baixando ${name}`,
  ),
  uploaded: phrase(
    (name: string) => `Uploaded ${name}`,
    (name) => `Enviado: ${name}`,
  ),
  downloaded: phrase(
    (name: string) => `Downloaded ${name}`,
    (name) => `Baixado: ${name}`,
  ),
  stopped: phrase(
    (name: string) => `Stopped: ${name}`,
    (name) => `Parado: ${name}`,
  ),
  failed: phrase(
    (name: string) => `Failed: ${name}`,
    (name) => `Falhou: ${name}`,
  ),
  stop: phrase(
    (name: string) => `Stop ${name}`,
    (name) => `Parar ${name}`,
  ),
  tidy: phrase('Clear the list', 'Limpar a lista'),
}

function lineOf({ state, direction }: Transfer) {
  if (state === 'waiting') return words.waiting
  if (state === 'stopped') return words.stopped
  if (state === 'failed') return words.failed
  if (state === 'done') return direction === 'up' ? words.uploaded : words.downloaded
  return direction === 'up' ? words.up : words.down
}

interface LineProps {
  readonly transfer: Transfer
  readonly files: FileDesk
}

/** Kept as it is while others make progress: there may be hundreds. */
const Line = memo(function Line({ transfer, files }: LineProps) {
  const say = useText()
  const name = inertText(transfer.name, 60)
  const runs = transfer.state === 'running'
  return (
    <li>
      <Group gap={6} wrap='nowrap'>
        <Text size='xs' className='grow' truncate>
          {say(lineOf(transfer))(name)}
        </Text>
        <Text size='xs' c='dimmed'>
          {runs ? `${sizeText(transfer.bytes)} / ${sizeText(transfer.size)}` : sizeText(transfer.size)}
        </Text>
        {!isOver(transfer) && (
          <ActionIcon
            size='xs'
            variant='subtle'
            color='gray'
            aria-label={say(words.stop)(name)}
            onClick={() => files.stop(transfer.id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {runs && (
        <progress aria-label={say(lineOf(transfer))(name)} value={transfer.bytes} max={Math.max(1, transfer.size)} />
      )}
      {transfer.error && (
        <Text size='xs' c='var(--mantine-color-error)'>
          <FileErrorText error={transfer.error} />
        </Text>
      )}
    </li>
  )
})

export function Transfers({ transfers, files }: { readonly transfers: readonly Transfer[]; readonly files: FileDesk }) {
  const say = useText()
  return (
    <>
      <ul className='files-transfers' aria-label={say(words.transfers)} aria-live='polite'>
        {transfers.map((transfer) => (
          <Line key={transfer.id} transfer={transfer} files={files} />
        ))}
      </ul>
      {transfers.some(isOver) && (
        <Button size='compact-xs' variant='subtle' m='xs' onClick={() => files.tidy()}>
          {say(words.tidy)}
        </Button>
      )}
    </>
  )
}
