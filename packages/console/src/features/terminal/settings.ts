// How terminals look and what programs in them may do; kept in this browser.
import { useLocalStorage } from '@mantine/hooks'
import { isThemeName, type ThemeName } from './themes.ts'

export interface TerminalSettings {
  /** CSS pixels. */
  readonly fontSize: number
  readonly theme: ThemeName
  /** Whether a program on the device may put text on the clipboard (OSC 52). It can never read it. */
  readonly clipboardWrites: boolean
  /** Tells screen readers what is written. */
  readonly screenReader: boolean
}

export const fontSizes = { least: 9, most: 26, usual: 14 } as const
const usualSettings: TerminalSettings = {
  fontSize: fontSizes.usual,
  theme: 'console',
  clipboardWrites: false,
  screenReader: false,
}

export const fontSizeWithin = (size: number): number =>
  Math.min(Math.max(Math.round(size), fontSizes.least), fontSizes.most)

function parsed(text: string | undefined): TerminalSettings {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return usualSettings
    const read = (name: keyof TerminalSettings): unknown => Reflect.get(value, name)
    const [fontSize, theme] = [read('fontSize'), read('theme')]
    return {
      fontSize: typeof fontSize === 'number' ? fontSizeWithin(fontSize) : usualSettings.fontSize,
      theme: isThemeName(theme) ? theme : usualSettings.theme,
      clipboardWrites: read('clipboardWrites') === true,
      screenReader: read('screenReader') === true,
    }
  } catch {
    return usualSettings
  }
}

export function useTerminalSettings(): [TerminalSettings, (change: Partial<TerminalSettings>) => void] {
  const [settings, setSettings] = useLocalStorage<TerminalSettings>({
    key: 'sshore.terminal',
    defaultValue: usualSettings,
    getInitialValueInEffect: false,
    deserialize: parsed,
  })
  return [settings, (change) => setSettings((known) => ({ ...known, ...change }))]
}
