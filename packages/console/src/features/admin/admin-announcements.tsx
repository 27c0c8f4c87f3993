import { Badge, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type BodyOf, contract, type ReplyOf } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { PlainMarkdown } from '../announcements/plain-markdown.tsx'
import { words } from './words.ts'

type Authored = ReplyOf<typeof contract.adminListAnnouncements>[number]
type Body = BodyOf<typeof contract.adminCreateAnnouncement>

function AnnouncementForm({ of: known, onDone }: { readonly of: Authored | undefined; readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const queries = useQueryClient()
  const { form, field, values, busy, trouble } = useForm<Body, Body>({
    initial: { title: known?.title ?? '', content: known?.content ?? '' },
    schema: contract.adminCreateAnnouncement.body,
    bodyOf: (entered) => entered,
    rules: {},
    async send(body) {
      await (known
        ? client.adminUpdateAnnouncement({ params: { uuid: known.uuid }, body })
        : client.adminCreateAnnouncement({ body }))
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('announcements') })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(words.subject)} autoComplete='off' data-autofocus {...field('title')} />
        <Textarea label={say(words.content)} autosize minRows={5} maxRows={14} {...field('content')} />
        {values.content !== '' && (
          <div>
            <Text size='sm' fw={500} mb={4}>
              {say(words.preview)}
            </Text>
            <div className='card rounded panel'>
              <PlainMarkdown text={values.content} />
            </div>
          </div>
        )}
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.addAnnouncement)}
        </FormEnd>
      </Stack>
    </form>
  )
}

function Row({ of: known, onEdit }: { readonly of: Authored; readonly onEdit: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const isOwn = known.source === 'own'
  return (
    <li>
      <div className='grow'>
        <Text size='sm' fw={600}>
          {known.title}
        </Text>
        <Text size='xs' c='dimmed' component='div'>
          <Moment time={known.date} />{' '}
          {!isOwn && (
            <Badge size='xs' variant='light'>
              {say(words.upstream)}
            </Badge>
          )}
        </Text>
      </div>
      {isOwn && (
        <Group gap='xs'>
          <Button size='xs' variant='default' aria-label={`${say(usual.edit)}: ${known.title}`} onClick={onEdit}>
            {say(usual.edit)}
          </Button>
          <Button
            size='xs'
            variant='default'
            aria-label={`${say(usual.remove)}: ${known.title}`}
            onClick={() => setAsking(true)}
          >
            {say(usual.remove)}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(known.title)}
        text=''
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void attempt(
            async () => {
              await client.adminDeleteAnnouncement({ params: { uuid: known.uuid } })
              await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('announcements') })
            },
            { done: say(words.removed) },
          )
        }
      />
    </li>
  )
}

export function AdminAnnouncements() {
  const say = useText()
  const { client } = useConsole()
  const [edited, setEdited] = useState<Authored | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'announcements'],
    queryFn: async () => (await client.adminListAnnouncements({ query: { per_page: 100 } })).body,
  })
  const close = () => setEdited(undefined)
  return (
    <>
      <Group justify='flex-end'>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {say(words.addAnnouncement)}
        </Button>
      </Group>
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.length === 0 && <Text size='sm'>{say(words.noAnnouncements)}</Text>}
      {data && data.length > 0 && (
        <ul className='card rounded panel lines'>
          {data.map((each) => (
            <Row key={each.uuid} of={each} onEdit={() => setEdited(each)} />
          ))}
        </ul>
      )}
      <SidePanel
        opened={edited !== undefined}
        title={say(edited === 'new' ? words.addAnnouncement : words.editAnnouncement)}
        onClose={close}
      >
        {edited !== undefined && <AnnouncementForm of={edited === 'new' ? undefined : edited} onDone={close} />}
      </SidePanel>
    </>
  )
}
