/** How well a label fits what was typed: from its beginning (0), from the beginning of a word (1), or somewhere within (2). */
function rankOf(label: string, wanted: string): number | undefined {
  const said = label.toLowerCase()
  if (said.startsWith(wanted)) return 0
  if (said.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1
  return said.includes(wanted) ? 2 : undefined
}

/** The choices with this text in their label, the best fit first; equals stay in their order. */
export function bestFirst<Choice extends { readonly label: string }>(
  choices: readonly Choice[],
  text: string,
): readonly Choice[] {
  const wanted = text.toLowerCase()
  return choices
    .flatMap((choice) => {
      const rank = rankOf(choice.label, wanted)
      return rank === undefined ? [] : [{ choice, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice)
}
