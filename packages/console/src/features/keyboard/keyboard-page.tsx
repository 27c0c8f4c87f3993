import { Kbd, Stack } from '@mantine/core'
import { type Phrase, phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'

const words = {
  text: phrase(
    'Everything can be reached with Tab and Enter. These keys are shorter.',
    'Tudo se alcança com Tab e Enter. Estas teclas encurtam o caminho.',
  ),
  or: phrase('or', 'ou'),
}

interface KeyGroup {
  readonly title: Phrase
  readonly keys: readonly { readonly does: Phrase; readonly keys: readonly string[] }[]
}

const groups: readonly KeyGroup[] = [
  {
    title: phrase('Everywhere', 'Em toda parte'),
    keys: [
      {
        keys: ['Ctrl K', '⌘ K'],
        does: phrase('go to a page, a device or an action', 'ir para página, dispositivo ou ação'),
      },
      { keys: ['/'], does: phrase('search in a list', 'pesquisar em uma lista') },
      {
        keys: ['Esc'],
        does: phrase('close what is open, give up a change', 'fechar o que está aberto, desistir de uma mudança'),
      },
    ],
  },
  {
    title: phrase('Terminal', 'Terminal'),
    keys: [
      {
        keys: ['Ctrl F6'],
        does: phrase('out of the terminal, to its buttons', 'sair do terminal para os botões dele'),
      },
      { keys: ['Ctrl Shift F'], does: phrase('find', 'pesquisar') },
      { keys: ['Ctrl Shift C'], does: phrase('copy what is selected', 'copiar a seleção') },
      { keys: ['Ctrl Shift V'], does: phrase('paste', 'colar') },
      { keys: ['Ctrl Shift Enter'], does: phrase('full screen, and back', 'tela cheia, e de volta') },
    ],
  },
  {
    title: phrase('In the controls of a recording', 'Nos controles de uma gravação'),
    keys: [
      { keys: ['K'], does: phrase('play and pause', 'reproduzir e pausar') },
      {
        keys: ['J', 'L'],
        does: phrase('five seconds back, five seconds on', 'cinco segundos para trás, cinco para a frente'),
      },
      { keys: ['0 … 9'], does: phrase('to that tenth of the recording', 'para esse décimo da gravação') },
      { keys: ['F'], does: phrase('full screen', 'tela cheia') },
    ],
  },
]

/** The keys of the console, for who would rather not reach for the mouse. */
export function KeyboardPage() {
  const say = useText()
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(usual.keyboard)} text={say(words.text)} />
      {groups.map(({ title, keys: listed }) => (
        <Panel key={title.en} title={say(title)}>
          <dl className='facts keys'>
            {listed.map(({ does, keys }) => (
              <div key={does.en}>
                <dt>
                  {keys.map((each, at) => (
                    <span key={each}>
                      {at > 0 && ` ${say(words.or)} `}
                      <Kbd>{each}</Kbd>
                    </span>
                  ))}
                </dt>
                <dd>{say(does)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </Stack>
  )
}
