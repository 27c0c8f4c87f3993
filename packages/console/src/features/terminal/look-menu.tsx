import { ActionIcon, Button, Checkbox, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core'
import { IconMinus, IconPlus, IconTypography } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { fontSizes, fontSizeWithin, useTerminalSettings } from './settings.ts'
import { isThemeName, themeLabels, themeNames } from './themes.ts'
import { words as usual } from './words.ts'

const words = {
  size: phrase('Size of the letters', 'Tamanho das letras'),
  smaller: phrase('Smaller letters', 'Letras menores'),
  larger: phrase('Larger letters', 'Letras maiores'),
  theme: phrase('Colours', 'Cores'),
  clipboard: phrase('Programs may put text on the clipboard', 'Programas podem colocar texto na área de transferência'),
  clipboardText: phrase(
    'Off: what a device sends cannot change what you paste elsewhere.',
    'Desativado: o que um dispositivo envia não muda o que você cola em outro lugar.',
  ),
  reader: phrase('Tell screen readers what is written', 'Dizer aos leitores de tela o que é escrito'),
}

export function LookMenu() {
  const say = useText()
  const [settings, change] = useTerminalSettings()
  const resize = (by: number): void => change({ fontSize: fontSizeWithin(settings.fontSize + by) })
  return (
    <Popover position='bottom-end' width={290} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant='subtle' color='gray' size='lg' aria-label={say(usual.look)}>
          <IconTypography size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={say(usual.look)}>
        <Stack gap='sm'>
          <Group justify='space-between' wrap='nowrap'>
            <Text size='sm'>{say(words.size)}</Text>
            <Group gap={4} wrap='nowrap'>
              <ActionIcon
                variant='default'
                aria-label={say(words.smaller)}
                disabled={settings.fontSize <= fontSizes.least}
                onClick={() => resize(-1)}
              >
                <IconMinus size={14} aria-hidden />
              </ActionIcon>
              <Button size='compact-sm' variant='subtle' onClick={() => change({ fontSize: fontSizes.usual })}>
                {settings.fontSize}
              </Button>
              <ActionIcon
                variant='default'
                aria-label={say(words.larger)}
                disabled={settings.fontSize >= fontSizes.most}
                onClick={() => resize(1)}
              >
                <IconPlus size={14} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
          <NativeSelect
            label={say(words.theme)}
            data={themeNames.map((value) => ({ value, label: say(themeLabels[value]) }))}
            value={settings.theme}
            onChange={({ currentTarget: { value } }) => {
              if (isThemeName(value)) change({ theme: value })
            }}
          />
          <Checkbox
            label={say(words.clipboard)}
            description={say(words.clipboardText)}
            checked={settings.clipboardWrites}
            onChange={(event) => change({ clipboardWrites: event.currentTarget.checked })}
          />
          <Checkbox
            label={say(words.reader)}
            checked={settings.screenReader}
            onChange={(event) => change({ screenReader: event.currentTarget.checked })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
