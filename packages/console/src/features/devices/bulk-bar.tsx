import { Button, CloseButton, Group, TagsInput, Text } from '@mantine/core'
import { type Device, limits } from '@sshore/contract'
import { IconBan, IconCheck, IconTag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { isTag, tagRule } from '../tags/is-tag.ts'
import { useTags } from '../../forms/use-tags.ts'
import { useDeviceChanges } from './device-changes.ts'
import type { ShowRefused } from './refused.ts'
import type { TabStatus } from './tabs.ts'
import { words } from './words.ts'

const bulk = {
  selected: phrase(
    (count: number) => `${count} selected`,
    (count) => `${count} selecionados`,
  ),
  clear: phrase('Clear the selection', 'Limpar a seleção'),
  tag: phrase('Tag …', 'Adicionar tags …'),
  title: phrase('Add tags', 'Adicionar tags'),
  add: phrase('Add', 'Adicionar'),
}

interface TagDialogProps {
  readonly onAdd: (tags: readonly string[]) => void
  readonly onClose: () => void
}

function TagDialog({ onAdd, onClose }: TagDialogProps) {
  const say = useText()
  const { data: known = [] } = useTags()
  const [chosen, setChosen] = useState<string[]>([])
  // What stands there and was not finished with Enter is meant as well.
  const [typed, setTyped] = useState('')
  const word = typed.trim()
  const tags = word === '' || chosen.includes(word) ? chosen : [...chosen, word]
  const fit = tags.every(isTag) && tags.length <= limits.tag.perItem
  function add(): void {
    onClose()
    onAdd(tags)
  }
  return (
    <Dialog opened title={say(bulk.title)} onClose={onClose}>
      <TagsInput
        label={say(usual.tags)}
        description={chosen.every(isTag) ? say(tagRule) : undefined}
        error={!chosen.every(isTag) && say(tagRule)}
        data={known}
        maxTags={limits.tag.perItem}
        value={chosen}
        onChange={setChosen}
        searchValue={typed}
        onSearchChange={setTyped}
        comboboxProps={{ withinPortal: false, position: 'top' }}
        data-autofocus
      />
      <Group justify='flex-end' mt='lg'>
        <Button variant='default' onClick={onClose}>
          {say(usual.cancel)}
        </Button>
        <Button disabled={tags.length === 0 || !fit} onClick={add}>
          {say(bulk.add)}
        </Button>
      </Group>
    </Dialog>
  )
}

export interface BulkBarProps {
  readonly status: TabStatus
  readonly devices: readonly Device[]
  readonly onClear: () => void
  /** They are changed from now on. */
  readonly onStart: () => void
  readonly onRefused: ShowRefused
}

/** What can be done to all selected devices at once. */
export function BulkBar({ status, devices, onClear, onStart, onRefused }: BulkBarProps) {
  const say = useText()
  const { decide, remove, addTags } = useDeviceChanges()
  const [asking, setAsking] = useState<'tag' | 'remove'>()
  const [notAccept, notTag, notRemove] = [
    useRefusal('device:accept'),
    useRefusal('device:tag'),
    useRefusal('device:remove'),
  ]
  const act = (change: () => Promise<unknown>) => () => {
    onStart()
    void change()
  }
  return (
    <Group component='section' className='bulk' gap='xs' aria-label={say(bulk.selected)(devices.length)}>
      <CloseButton size='sm' aria-label={say(bulk.clear)} onClick={onClear} />
      <Text size='sm' fw={600} flex={1}>
        {say(bulk.selected)(devices.length)}
      </Text>
      {status !== 'accepted' && (
        <GuardedButton
          size='xs'
          refusal={notAccept}
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={act(() => decide(devices, 'accept', onRefused))}
        >
          {say(words.accept)}
        </GuardedButton>
      )}
      {status !== 'rejected' && (
        <GuardedButton
          size='xs'
          variant='default'
          refusal={notAccept}
          leftSection={<IconBan size={14} aria-hidden />}
          onClick={act(() => decide(devices, 'reject', onRefused))}
        >
          {say(words.reject)}
        </GuardedButton>
      )}
      <GuardedButton
        size='xs'
        variant='default'
        refusal={notTag}
        leftSection={<IconTag size={14} aria-hidden />}
        onClick={() => setAsking('tag')}
      >
        {say(bulk.tag)}
      </GuardedButton>
      <GuardedButton
        size='xs'
        variant='default'
        refusal={notRemove}
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking('remove')}
      >
        {say(usual.removeMore)}
      </GuardedButton>
      {asking === 'tag' && (
        <TagDialog
          onAdd={(tags) => act(() => addTags(devices, tags, onRefused))()}
          onClose={() => setAsking(undefined)}
        />
      )}
      <ConfirmDialog
        opened={asking === 'remove'}
        title={say(words.removeTitle)(say(words.devices)(devices.length))}
        text={say(words.removeText)}
        onClose={() => setAsking(undefined)}
        onConfirm={act(() => remove(devices, onRefused))}
      />
    </Group>
  )
}
