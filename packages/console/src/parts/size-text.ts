const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size for people, in units of a thousand. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${value.toLocaleString(undefined, { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 })} ${units[power] ?? ''}`
}
