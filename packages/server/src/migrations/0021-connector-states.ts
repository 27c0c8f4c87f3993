// Since when a connector is in its state.
import type { Migration } from '../platform/database/migrate.ts'

export const connectorStates: Migration = {
  number: 21,
  name: 'connector-states',
  async up({ schema }) {
    await schema.alterTable('connectors').addColumn('state_since', 'bigint').execute()
  },
}
