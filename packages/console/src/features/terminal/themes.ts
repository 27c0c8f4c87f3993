import type { ITheme } from '@xterm/xterm'
import { type Phrase, phrase } from '../../language/language.ts'

const night: ITheme = {
  background: '#10161c',
  foreground: '#d7dee6',
  cursor: '#57afc1',
  cursorAccent: '#10161c',
  selectionBackground: '#2c5f6e',
  black: '#1e262e',
  red: '#f2777a',
  green: '#6fcf97',
  yellow: '#e6c07b',
  blue: '#6cb2f5',
  magenta: '#d19af0',
  cyan: '#5fc9d8',
  white: '#c9d2db',
  brightBlack: '#7a8794',
  brightRed: '#ff9c9c',
  brightGreen: '#98e6b6',
  brightYellow: '#ffd99b',
  brightBlue: '#9bcdff',
  brightMagenta: '#e4bdfa',
  brightCyan: '#94e2ec',
  brightWhite: '#ffffff',
}

const day: ITheme = {
  background: '#ffffff',
  foreground: '#16202a',
  cursor: '#176679',
  cursorAccent: '#ffffff',
  selectionBackground: '#b3dde5',
  black: '#16202a',
  red: '#b42323',
  green: '#157546',
  yellow: '#87590b',
  blue: '#1f5fae',
  magenta: '#8338a8',
  cyan: '#176679',
  white: '#57636f',
  brightBlack: '#6b7683',
  brightRed: '#cf3535',
  brightGreen: '#1a8a52',
  brightYellow: '#9a6a12',
  brightBlue: '#2f74c9',
  brightMagenta: '#9a4cc2',
  brightCyan: '#1f7c92',
  brightWhite: '#35404b',
}

const contrast: ITheme = {
  ...night,
  background: '#000000',
  foreground: '#ffffff',
  cursor: '#ffff00',
  cursorAccent: '#000000',
  selectionBackground: '#0050a0',
}

export const themeNames = ['console', 'dark', 'light', 'contrast'] as const
export type ThemeName = (typeof themeNames)[number]
export const isThemeName = (value: unknown): value is ThemeName => themeNames.some((name) => name === value)

export const themeLabels: Readonly<Record<ThemeName, Phrase>> = {
  console: phrase('As the console', 'Como o console'),
  dark: phrase('Dark', 'Escuro'),
  light: phrase('Light', 'Claro'),
  contrast: phrase('High contrast', 'Alto contraste'),
}

export function themeOf(name: ThemeName, isDark: boolean): ITheme {
  if (name === 'contrast') return contrast
  return (name === 'console' ? isDark : name === 'dark') ? night : day
}
