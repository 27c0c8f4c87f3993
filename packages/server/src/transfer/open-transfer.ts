// Moving namespaces in and out works on the data itself, beside a running server or without one.
import { manifestsOf } from '../editions.ts'
import { createServices, type ServerOptions } from '../services.ts'
import { type ExportChoices, type ExportReport, exportNamespace } from './export-namespace.ts'
import { type ImportChoices, importNamespace, type ImportReport } from './import-namespace.ts'
import { readTransfer } from './transfer-file.ts'

export interface Transfer extends AsyncDisposable {
  /** Fails with `namespace_not_found`. Lines end with a line feed; each is waited for. */
  exportNamespace(name: string, choices: ExportChoices, write: (line: string) => Promise<void>): Promise<ExportReport>
  /** Takes lines without line feeds. Throws `TransferRefused`. */
  importNamespace(lines: AsyncIterable<string>, choices: ImportChoices): Promise<ImportReport>
  /** Reads a file to its end without taking it in. Throws `TransferRefused` when it is not whole. */
  checkFile(lines: AsyncIterable<string>): Promise<void>
}

export async function openTransfer(options: ServerOptions): Promise<Transfer> {
  const services = await createServices(options)
  // What is taken in is told like every other change.
  for (const manifest of manifestsOf(options.edition)) manifest.hooks?.(services)
  const open = (lines: AsyncIterable<string>) => readTransfer(lines[Symbol.asyncIterator]())
  return {
    exportNamespace: (name, choices, write) => exportNamespace(services, name, choices, write),
    importNamespace: async (lines, choices) => importNamespace(services, await open(lines), choices),
    async checkFile(lines) {
      const { records } = await open(lines)
      for await (const _record of records) continue
    },
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  }
}
