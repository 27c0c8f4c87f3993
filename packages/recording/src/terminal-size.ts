interface Size {
  readonly columns: number
  readonly rows: number
}

/** What a terminal that says no size (0, which RFC 4254 section 6.2 has ignored) is shown as, and a recording without a terminal. */
const sizeWithout: Size = { columns: 80, rows: 24 }

/** The size to show what was recorded in. */
export const terminalSize = ({ columns, rows }: Size): Size => ({
  columns: columns === 0 ? sizeWithout.columns : columns,
  rows: rows === 0 ? sizeWithout.rows : rows,
})
