// How the panes of a tab share its room: a pane, or two or more parts beside or below one another.
export type Direction = 'row' | 'column'
export type Split = { readonly pane: string } | { readonly direction: Direction; readonly parts: readonly Split[] }

export const panesOf = (tree: Split): readonly string[] => ('pane' in tree ? [tree.pane] : tree.parts.flatMap(panesOf))

/** Puts `added` behind `pane`, on its right or below it. */
export function splitAt(tree: Split, pane: string, direction: Direction, added: string): Split {
  if ('pane' in tree) return tree.pane === pane ? { direction, parts: [tree, { pane: added }] } : tree
  const at = tree.parts.findIndex((part) => 'pane' in part && part.pane === pane)
  if (tree.direction === direction && at >= 0) {
    return { direction, parts: tree.parts.toSpliced(at + 1, 0, { pane: added }) }
  }
  return { ...tree, parts: tree.parts.map((part) => splitAt(part, pane, direction, added)) }
}

/** Undefined: nothing is left. */
export function without(tree: Split, pane: string): Split | undefined {
  if ('pane' in tree) return tree.pane === pane ? undefined : tree
  const parts = tree.parts.map((part) => without(part, pane)).filter((part) => part !== undefined)
  return parts.length > 1 ? { ...tree, parts } : parts[0]
}
