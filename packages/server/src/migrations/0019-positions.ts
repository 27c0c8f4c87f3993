// Where devices and the clients of sessions are.
import type { Migration } from '../platform/database/migrate.ts'

export const positions: Migration = {
  number: 19,
  name: 'positions',
  async up({ schema }) {
    for (const table of ['devices', 'removed_devices', 'sessions']) {
      for (const column of ['latitude_microdegrees', 'longitude_microdegrees']) {
        await schema
          .alterTable(table)
          .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
          .execute()
      }
    }
  },
}
