export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** Where whoever follows an engine writes what happens in its containers. */
export interface ContainerLog {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
}
