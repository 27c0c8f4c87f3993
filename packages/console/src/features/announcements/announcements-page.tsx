import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { pageIn, type Search } from '../../router/search-text.ts'
import { useTableState } from '../../router/table-state.ts'
import { PlainMarkdown } from './plain-markdown.tsx'

const words = {
  title: phrase('Announcements', 'Anúncios'),
  text: phrase('From whoever runs this server.', 'De quem administra este servidor.'),
  none: phrase('Nothing is announced', 'Nada foi anunciado'),
  notLoaded: phrase('The announcements could not be loaded', 'Não foi possível carregar os anúncios'),
}
const perPage = 10
const pageSearch = (search: Search): { readonly page: number | undefined } => ({ page: pageIn(search) })

export function AnnouncementsPage() {
  const say = useText()
  const { client } = useConsole()
  const { state, goToPage } = useTableState(pageSearch)
  const page = state.page ?? 1
  const { data, error, refetch } = useQuery({
    queryKey: ['announcements', page],
    queryFn: async () => {
      const { body, headers } = await client.listAnnouncements({ query: { page, per_page: perPage } })
      const texts = body.map(async ({ uuid }) => (await client.getAnnouncement({ params: { uuid } })).body)
      return { announcements: await Promise.all(texts), total: Number(headers['X-Total-Count']) }
    },
  })
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.total === 0 && <EmptyState Icon={IconSpeakerphone} title={say(words.none)} text='' />}
      {data?.announcements.map(({ uuid, title, content, date }) => (
        <article key={uuid} className='card rounded panel'>
          <Title order={2}>{title}</Title>
          <Text size='xs' c='dimmed' mb='sm' component='div'>
            <Moment time={date} />
          </Text>
          <PlainMarkdown text={content} />
        </article>
      ))}
      {data && <Pager page={page} perPage={perPage} total={data.total} onPage={goToPage} />}
    </Stack>
  )
}
