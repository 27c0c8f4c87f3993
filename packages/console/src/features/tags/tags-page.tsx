import { Button, Group, Stack, TextInput } from '@mantine/core'
import { contract } from '@sshore/contract'
import { IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTags } from '../../forms/use-tags.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { affectedBy } from '../../live/affected.ts'
import { PlainLink } from '../../navigation.tsx'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { GuardedItem } from '../../parts/guarded-item.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { oneTagRule } from './is-tag.ts'

const words = {
  title: phrase('Tags', 'Tags'),
  text: phrase(
    'Words on devices and in the filters of keys. A tag is there as long as something carries it.',
    'Palavras nos dispositivos e nos filtros das chaves. Uma tag existe enquanto algo a tiver.',
  ),
  rename: phrase('Rename …', 'Renomear …'),
  renameTitle: phrase(
    (tag: string) => `Rename ${tag}`,
    (tag) => `Renomear ${tag}`,
  ),
  newName: phrase('New name', 'Novo nome'),
  renamed: phrase(
    (tag: string) => `It is ${tag} everywhere now.`,
    (tag) => `Agora é ${tag} em todos os lugares.`,
  ),
  removeTitle: phrase(
    (tag: string) => `Remove ${tag}?`,
    (tag) => `Remover ${tag}?`,
  ),
  removeText: phrase(
    'It is taken from every device, container and filter that carries it.',
    'É removida de todos os dispositivos, contêineres e filtros que a têm.',
  ),
  removed: phrase(
    (tag: string) => `Removed ${tag}.`,
    (tag) => `${tag} removida.`,
  ),
  devices: phrase('Devices', 'Dispositivos'),
  show: phrase('Show devices', 'Ver dispositivos'),
  none: phrase('No tags yet', 'Nenhuma tag ainda'),
  noneText: phrase(
    'Open a device and give it a tag, such as lab or customer-a. Then lists can be filtered by it, and public keys limited to it.',
    'Abra um dispositivo e dê a ele uma tag, como lab ou cliente-a. Depois as listas podem ser filtradas e as chaves limitadas por ela.',
  ),
  notLoaded: phrase('The tags could not be loaded', 'Não foi possível carregar as tags'),
}

function useTagChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(affectedBy('tag.renamed').map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
  return {
    rename: async (tag: string, to: string): Promise<void> => {
      await client.renameTag({ params: { tag }, body: { tag: to } })
      await refresh()
    },
    remove: async (tag: string): Promise<void> => {
      await client.deleteTag({ params: { tag } })
      await refresh()
    },
  }
}

function RenameForm({ tag, onDone }: { readonly tag: string; readonly onDone: () => void }) {
  const say = useText()
  const { notices } = useConsole()
  const { rename } = useTagChanges()
  const { form, field, busy, trouble } = useForm({
    initial: { tag },
    schema: contract.renameTag.body,
    bodyOf: (values) => values,
    rules: { tag: oneTagRule },
    async send({ tag: to }) {
      await rename(tag, to)
      notices.add({ tone: 'done', text: say(words.renamed)(to) })
      onDone()
    },
  })
  const given = field('tag')
  return (
    <form {...form}>
      <TextInput
        label={say(words.newName)}
        description={say(oneTagRule)}
        spellCheck={false}
        data-autofocus
        {...given}
        error={trouble ?? given.error}
      />
      <Group justify='flex-end' mt='lg'>
        <Button type='submit' loading={busy}>
          {say(usual.save)}
        </Button>
      </Group>
    </form>
  )
}

function Actions({ tag }: { readonly tag: string }) {
  const say = useText()
  const attempt = useAttempt()
  const { remove } = useTagChanges()
  const refusal = useRefusal('device:tag')
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const close = () => setAsking(undefined)
  return (
    <Group justify='flex-end'>
      <RowMenu name={tag}>
        <GuardedItem refusal={refusal} Icon={IconPencil} onClick={() => setAsking('rename')}>
          {say(words.rename)}
        </GuardedItem>
        <GuardedItem refusal={refusal} danger Icon={IconTrash} onClick={() => setAsking('remove')}>
          {say(usual.removeMore)}
        </GuardedItem>
      </RowMenu>
      <Dialog opened={asking === 'rename'} title={say(words.renameTitle)(tag)} onClose={close}>
        <RenameForm tag={tag} onDone={close} />
      </Dialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={say(words.removeTitle)(tag)}
        text={say(words.removeText)}
        onClose={close}
        onConfirm={() => void attempt(() => remove(tag), { done: say(words.removed)(tag) })}
      />
    </Group>
  )
}

function Devices({ tag }: { readonly tag: string }) {
  const say = useText()
  return (
    <PlainLink className='quiet-link' to='/devices' search={{ tag }}>
      {say(words.show)}
    </PlainLink>
  )
}

const columns: readonly Column<string>[] = [
  { name: 'name', heading: usual.name, card: 'head', cell: (tag) => <span className='tag-name'>{tag}</span> },
  { name: 'devices', heading: words.devices, card: 'line', cell: (tag) => <Devices tag={tag} /> },
  { name: 'actions', heading: usual.actions, width: '4.5rem', card: 'beside', cell: (tag) => <Actions tag={tag} /> },
]

export function TagsPage() {
  const say = useText()
  const { data, error, refetch } = useTags()
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <DataTable label={say(words.title)} rows={data} columns={columns} keyOf={(tag) => tag} nameOf={(tag) => tag} />
      )}
      {data?.length === 0 && <EmptyState Icon={IconTags} title={say(words.none)} text={say(words.noneText)} />}
      {!data && !error && <SkeletonRows />}
    </Stack>
  )
}
