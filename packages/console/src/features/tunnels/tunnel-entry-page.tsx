// Where a tunnel for members sends a browser: whoever is signed in here goes back with a code that lets them in.
import { Paper, Stack, Text } from '@mantine/core'
import { contract, type TunnelAddress } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Check } from 'typebox/schema'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { type Search, textIn } from '../../router/search-text.ts'

const words = {
  title: phrase('Into the tunnel', 'Entrar no túnel'),
  going: phrase('You are signed in; going on to the tunnel …', 'Você entrou; indo para o túnel …'),
  unclear: phrase(
    'This address is incomplete. Open the address of the tunnel once more.',
    'Este endereço está incompleto. Abra de novo o endereço do túnel.',
  ),
  refused: phrase('The tunnel does not let you in', 'O túnel não deixa você entrar'),
}

interface Asked {
  readonly params: { readonly address: TunnelAddress }
  readonly body: { readonly state?: string }
}

const isWholeQuestion = ({ params, body }: Asked): boolean =>
  Check(contract.enterTunnel.params, params) && Check(contract.enterTunnel.body, body)

export function TunnelEntryPage() {
  const say = useText()
  const { client } = useConsole()
  const search: Search = useSearch({ strict: false })
  const [address, state, path] = ['address', 'state', 'path'].map((name) => textIn(search, name) ?? '')
  const asked: Asked = { params: { address: address as TunnelAddress }, body: state ? { state } : {} }
  const isWhole = isWholeQuestion(asked)
  const entry = useQuery({
    enabled: isWhole,
    queryKey: ['tunnel-entry', address, state],
    // A code is good once.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { body } = await client.enterTunnel(asked)
      return `${body.url}&path=${encodeURIComponent(path || '/')}`
    },
  })
  const { data: url } = entry
  useEffect(() => {
    if (url !== undefined) globalThis.location.replace(url)
  }, [url])
  return (
    <Stack className='narrow' gap='lg'>
      <PageHead title={say(words.title)} />
      <Paper className='card' p={{ base: 'lg', xs: 'xl' }}>
        {!isWhole && <FormTrouble text={say(words.unclear)} />}
        {entry.isError && (
          <Trouble title={say(words.refused)} error={entry.error} onRetry={() => void entry.refetch()} />
        )}
        {isWhole && !entry.isError && <Text aria-live='polite'>{say(words.going)}</Text>}
      </Paper>
    </Stack>
  )
}
