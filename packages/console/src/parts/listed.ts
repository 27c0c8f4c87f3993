/** A page of a list. */
export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** On all pages together. */
  readonly total: number
}

/** Whether a page is on its way: the first answer, or the last page where the one that was asked for lies behind it. */
export const isToCome = <Row>({
  data,
  error,
}: {
  readonly data: Listed<Row> | undefined
  readonly error: unknown
}): boolean => !error && (!data || (data.rows.length === 0 && data.total > 0))

export interface ListAnswer<Row> {
  readonly body: readonly Row[]
  readonly headers: { readonly 'X-Total-Count': string | number }
}

/** The page that the server has answered with. */
export const listedIn = <Row>({ body, headers }: ListAnswer<Row>): Listed<Row> => ({
  rows: body,
  total: Number(headers['X-Total-Count']),
})
