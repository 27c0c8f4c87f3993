/** Milliseconds of processor time for each thing done, by process, as a cell of a table. */
export const spentText = (spent: Readonly<Record<string, number>>): string =>
  Object.entries(spent)
    .map(([name, milliseconds]) => `${name} ${milliseconds.toFixed(1)}`)
    .join(', ')
