export interface GeneratedDocument {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}
