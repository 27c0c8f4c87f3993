/** The database that was asked for cannot serve; the message says why and what to do. */
export class DatabaseUnusableError extends Error {
  readonly reason: 'refused' | 'unreachable'

  constructor(reason: 'refused' | 'unreachable', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnusableError'
    this.reason = reason
  }
}
