import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { theme } from '../../theme.ts'
import type { ScreenLook } from './screen.ts'
import { useTerminalSettings } from './settings.ts'
import { themeOf } from './themes.ts'

export function useLook(): ScreenLook {
  const [settings] = useTerminalSettings()
  const isDark = useComputedColorScheme('light') === 'dark'
  return useMemo(
    () => ({
      fontSize: settings.fontSize,
      fontFamily: theme.fontFamilyMonospace ?? 'monospace',
      theme: themeOf(settings.theme, isDark),
      clipboardWrites: settings.clipboardWrites,
      screenReader: settings.screenReader,
    }),
    [settings.fontSize, settings.theme, settings.clipboardWrites, settings.screenReader, isDark],
  )
}
