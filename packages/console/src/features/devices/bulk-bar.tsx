import { Button, CloseButton, Group, TagsInput, Text } from '@mantine/core'
import { type Device, limits } from '@sshore/contract'
import { IconBan, IconCheck, IconTag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { isTag, tagRule } from '../tags/is-tag.ts'
import { useTags } from '../tags/tags.ts'
import { useDeviceChanges } from './device-changes.ts'
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
  tagged: phrase(
    (count: number) => `Tagged ${count}.`,
    (count) => `${count} com novas tags.`,
  ),
}

interface TagDialogProps {
  readonly devices: readonly Device[]
  readonly onClose: () => void
}

function TagDialog({ devices, onClose }: TagDialogProps) {
  const say = useText()
  const attempt = useAttempt()
  const { notices } = useConsole()
  const { setTags } = useDeviceChanges()
  const { data: known = [] } = useTags()
  const [tags, setChosen] = useState<string[]>([])
  async function add(): Promise<void> {
    onClose()
    let done = 0
    for (const device of devices) {
      const all = [...new Set([...device.tags, ...tags])]
      if (await attempt(() => setTags(device, all), { about: device.name })) done += 1
    }
    if (done > 0) notices.add({ tone: 'done', text: say(bulk.tagged)(done) })
  }
  return (
    <Dialog opened title={say(bulk.title)} onClose={onClose}>
      <TagsInput
        label={say(usual.tags)}
        description={tags.every(isTag) ? say(tagRule) : undefined}
        error={!tags.every(isTag) && say(tagRule)}
        data={known}
        maxTags={limits.tag.perItem}
        value={tags}
        onChange={setChosen}
        comboboxProps={{ withinPortal: false, position: 'top' }}
        data-autofocus
      />
      <Group justify='flex-end' mt='lg'>
        <Button variant='default' onClick={onClose}>
          {say(usual.cancel)}
        </Button>
        <Button disabled={tags.length === 0 || !tags.every(isTag)} onClick={() => void add()}>
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
}

/** What can be done to all selected devices at once. */
export function BulkBar({ status, devices, onClear }: BulkBarProps) {
  const say = useText()
  const { decide, remove } = useDeviceChanges()
  const [asking, setAsking] = useState<'tag' | 'remove'>()
  const [notAccept, notTag, notRemove] = [
    useRefusal('device:accept'),
    useRefusal('device:tag'),
    useRefusal('device:remove'),
  ]
  const act = (change: () => Promise<unknown>) => () => {
    onClear()
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
          onClick={act(() => decide(devices, 'accept'))}
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
          onClick={act(() => decide(devices, 'reject'))}
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
      {asking === 'tag' && <TagDialog devices={devices} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog
        opened={asking === 'remove'}
        title={say(words.removeTitle)(say(words.devices)(devices.length))}
        text={say(words.removeText)}
        onClose={() => setAsking(undefined)}
        onConfirm={act(() => remove(devices))}
      />
    </Group>
  )
}
