import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const modes = [
  { name: 'light', label: 'Light', Icon: IconSun },
  { name: 'dark', label: 'Dark', Icon: IconMoon },
  { name: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const

export function ColourMode() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { Icon } = modes.find(({ name }) => name === colorScheme) ?? modes[2]
  return (
    <Menu position='bottom-end' width={190}>
      <Menu.Target>
        <Tooltip label='Colours'>
          <ActionIcon variant='subtle' color='gray' size='lg' aria-label='Colours'>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {modes.map(({ name, label, Icon: ModeIcon }) => (
          <Menu.Item
            key={name}
            leftSection={<ModeIcon size={16} aria-hidden />}
            rightSection={name === colorScheme ? <IconCheck size={16} aria-label='chosen' /> : null}
            onClick={() => setColorScheme(name)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
