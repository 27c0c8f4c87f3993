import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { lazy, Suspense } from 'react'
import { useConsole } from '../../../console-context.ts'
import { FormEnd } from '../../../forms/form-end.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { useRefresh } from '../administration.ts'
import { type Authored, useRefreshReaders } from './announcement-change.ts'
import { words } from './words.ts'

const Markdown = lazy(async () => ({ default: (await import('../../../parts/markdown.tsx')).Markdown }))

export interface AnnouncementFormProps {
  /** To be changed; without it a new one is made. */
  readonly of: Authored | undefined
  readonly onDone: () => void
}

export function AnnouncementForm({ of: known, onDone }: AnnouncementFormProps) {
  const say = useText()
  const { client, notices } = useConsole()
  const refresh = useRefresh()
  const refreshReaders = useRefreshReaders()
  const { form, field, values, busy, trouble } = useForm({
    initial: { title: known?.title ?? '', content: known?.content ?? '' },
    schema: contract.adminCreateAnnouncement.body,
    bodyOf: (entered): BodyOf<typeof contract.adminCreateAnnouncement> => entered,
    rules: { title: words.titleRule, content: words.contentRule },
    async send(body) {
      await (known
        ? client.adminUpdateAnnouncement({ params: { uuid: known.uuid }, body })
        : client.adminCreateAnnouncement({ body }))
      await Promise.all([refresh(), refreshReaders()])
      notices.add({ tone: 'done', text: say(known ? usual.saved : words.announced) })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(words.heading)} autoComplete='off' {...field('title')} />
        <Textarea
          label={say(words.content)}
          description={say(words.contentText)}
          autosize
          minRows={6}
          maxRows={18}
          {...field('content')}
        />
        {values.content.trim() !== '' && (
          <section aria-label={say(words.preview)}>
            <Text size='xs' c='dimmed' mb={4}>
              {say(words.preview)}
            </Text>
            <div className='card rounded panel'>
              <Suspense>
                <Markdown text={values.content} />
              </Suspense>
            </div>
          </section>
        )}
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
