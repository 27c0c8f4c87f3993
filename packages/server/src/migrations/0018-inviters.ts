// Who invited: an invitation ends with their right to invite.
import type { Migration } from '../platform/database/migrate.ts'

export const inviters: Migration = {
  number: 18,
  name: 'inviters',
  async up({ schema }) {
    await schema.alterTable('invites').addColumn('invited_by', 'text').execute()
    await schema.createIndex('invites_by_inviter').on('invites').columns(['invited_by', 'tenant_id']).execute()
  },
}
