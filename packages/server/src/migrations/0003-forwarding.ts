// What of SSH's forwarding a namespace allows; everything, until somebody switches it off.
import type { Migration } from '../platform/database/migrate.ts'

const settings = [
  'allow_local_forwarding',
  'allow_remote_forwarding',
  'allow_socket_forwarding',
  'allow_agent_forwarding',
] as const

export const forwarding: Migration = {
  number: 3,
  name: 'forwarding',
  async up({ schema }) {
    for (const name of settings) {
      await schema
        .alterTable('namespaces')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
    }
  },
}
