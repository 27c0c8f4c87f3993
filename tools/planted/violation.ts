export interface Violation {
  readonly title: string
  readonly path: string
  readonly text: string
  /** What the gate says about it. */
  readonly expected: string
}
