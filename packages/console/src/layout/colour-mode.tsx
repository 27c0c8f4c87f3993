import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const modes = [
  { name: 'light', label: phrase('Light', 'Claro'), Icon: IconSun },
  { name: 'dark', label: phrase('Dark', 'Escuro'), Icon: IconMoon },
  { name: 'auto', label: phrase('As the system', 'Como o sistema'), Icon: IconDeviceDesktop },
] as const

const words = { colours: phrase('Colours', 'Cores'), chosen: phrase('chosen', 'escolhido') }

export function ColourMode() {
  const say = useText()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { Icon } = modes.find(({ name }) => name === colorScheme) ?? modes[2]
  return (
    <Menu position='bottom-end' width={190}>
      <Menu.Target>
        <Tooltip label={say(words.colours)}>
          <ActionIcon variant='subtle' color='gray' size='lg' aria-label={say(words.colours)}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {modes.map(({ name, label, Icon: ModeIcon }) => (
          <Menu.Item
            key={name}
            leftSection={<ModeIcon size={16} aria-hidden />}
            rightSection={name === colorScheme ? <IconCheck size={16} aria-label={say(words.chosen)} /> : null}
            onClick={() => setColorScheme(name)}
          >
            {say(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
