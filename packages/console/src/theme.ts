// Every design token of the console. Components take sizes and colours from here and never spell one out.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const sea: MantineColorsTuple = [
  '#eef8fa',
  '#d9eef2',
  '#b3dde5',
  '#86c8d5',
  '#57afc1',
  '#3494a9',
  '#1f7c92',
  '#176679',
  '#145464',
  '#103f4c',
]

/** Dark enough in the middle to carry white text. */
const red: MantineColorsTuple = [
  '#fdeeee',
  '#f9d9d9',
  '#f1b0b0',
  '#ea8585',
  '#e46060',
  '#df4848',
  '#cf3535',
  '#bb2a2a',
  '#a32323',
  '#861c1c',
]

/** Text, …, dimmed (2), placeholder (3), border (4), hover (5), field (6), surface (7), page (8). */
const dark: MantineColorsTuple = [
  '#d7dee6',
  '#b9c3cd',
  '#98a4b1',
  '#8592a0',
  '#35404b',
  '#29333d',
  '#1e262e',
  '#171d23',
  '#101519',
  '#0b0f13',
]

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'
const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace'

export const theme = createTheme({
  colors: { sea, red, dark },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 6 },
  black: '#16202a',
  fontFamily: systemFont,
  fontFamilyMonospace: monospace,
  headings: {
    fontFamily: systemFont,
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' }, h2: { fontSize: '1.125rem', lineHeight: '1.35' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 280 } },
    Badge: { defaultProps: { tt: 'none' } },
    Overlay: { defaultProps: { backgroundOpacity: 0.35 } },
    // In place and with the focus on the first item: the dropdown belongs to the landmark and the tab order of its button.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
  },
})

/** Contrast of at least 4.5 to 1 for everything that is text (WCAG 2.2, 1.4.3); the library's own greys are fainter. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--sshore-page-width': '76rem', '--sshore-card-width': '27rem', '--sshore-acting': '#87490b' },
  light: {
    '--mantine-color-dimmed': '#57636f',
    '--mantine-color-placeholder': '#6b7683',
    '--mantine-color-error': '#b42323',
    '--mantine-color-red-light': '#fdeeee',
    '--mantine-color-red-light-color': '#a01f1f',
    '--mantine-color-orange-light': '#fdf2e5',
    '--mantine-color-orange-light-color': '#87490b',
    '--sshore-page': '#f5f7f9',
    '--sshore-border': '#e1e6eb',
    '--sshore-code': '#f0f4f6',
    '--sshore-online': '#1a8a52',
    '--sshore-online-text': '#157546',
    '--sshore-offline': '#8a95a1',
    '--sshore-wave': '#dcebef',
  },
  dark: {
    '--mantine-color-dimmed': '#98a4b1',
    '--mantine-color-placeholder': '#8592a0',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-red-light': '#31191d',
    '--mantine-color-red-light-color': '#ffb1b1',
    '--mantine-color-orange-light': '#30220f',
    '--mantine-color-orange-light-color': '#ffcb8f',
    '--mantine-color-sea-light': '#16303a',
    '--mantine-color-sea-light-color': '#9fd6e2',
    '--sshore-page': '#101519',
    '--sshore-border': '#29333d',
    '--sshore-code': '#10151a',
    '--sshore-online': '#3ecb85',
    '--sshore-online-text': '#3ecb85',
    '--sshore-offline': '#7a8794',
    '--sshore-wave': '#15242a',
  },
})
