import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useConsole } from '../console-context.ts'
import { type Language, languageNames, phrase } from './language.ts'
import { useLanguage, useText } from './use-text.ts'

const words = { language: phrase('Language', 'Idioma'), chosen: phrase('chosen', 'escolhido') }
const all: readonly Language[] = ['en', 'pt']

export function LanguageMenu() {
  const say = useText()
  const current = useLanguage()
  const { language } = useConsole()
  return (
    <Menu position='bottom-end' width={170}>
      <Menu.Target>
        <Tooltip label={say(words.language)}>
          <ActionIcon variant='subtle' color='gray' size='lg' aria-label={say(words.language)}>
            <IconLanguage size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            rightSection={each === current ? <IconCheck size={16} aria-label={say(words.chosen)} /> : null}
            onClick={() => language.choose(each)}
          >
            {languageNames[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
