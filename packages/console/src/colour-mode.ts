import { localStorageColorSchemeManager } from '@mantine/core'

export const colourModes = localStorageColorSchemeManager({ key: 'sshore.colours' })

/** Before anything is drawn, so that no page flashes up in the other mode first. */
export function showColourMode(): void {
  const chosen = colourModes.get('auto')
  const dark = chosen === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light'
}

/** Paper is white; afterwards the page has its colours again. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let shown = dataset['mantineColorScheme'] ?? 'light'
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = dataset['mantineColorScheme'] ?? shown
    dataset['mantineColorScheme'] = matches ? 'light' : shown
  })
}
