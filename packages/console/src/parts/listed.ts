/** A page of a list. */
export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** On all pages together. */
  readonly total: number
}

export interface ListAnswer<Row> {
  readonly body: readonly Row[]
  readonly headers: { readonly 'X-Total-Count': string | number }
}

/** The page that the server has answered with. */
export const listedIn = <Row>({ body, headers }: ListAnswer<Row>): Listed<Row> => ({
  rows: body,
  total: Number(headers['X-Total-Count']),
})
