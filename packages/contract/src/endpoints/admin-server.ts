// What the server runs on, for its administrators.
import { type Static, Type } from 'typebox'
import { editions } from '../editions.ts'
import { endpoint } from '../endpoint.ts'
import { OneOf, Time } from '../schemas.ts'

const Bytes = (description: string) => Type.Integer({ minimum: 0, description })
const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description ? { description } : {}) })

const ServerFacts = Type.Object({
  version: Type.String(),
  edition: OneOf(editions, 'What it was started as'),
  node: Type.String({ description: 'Version of Node.js', examples: ['24.21.0'] }),
  started_at: Time,
  public_url: Type.String({ description: 'Address that people use; empty where the server was not told' }),
  database: Type.Object({
    engine: OneOf(['sqlite', 'postgres'], 'sqlite: a file in the data folder'),
    version: Type.String(),
    bytes: Bytes('What it takes'),
  }),
  data_folder: Type.Object({
    path: Type.String(),
    free_bytes: Bytes('That can still be written on its disk'),
    disk_bytes: Bytes('Of its disk'),
  }),
  recordings: Type.Object({
    store: OneOf(['folder', 's3'], 'Where they are kept'),
    place: Type.String({ description: 'Path of the folder, or name of the bucket' }),
    count: Count(),
    bytes: Bytes('Of all of them, as they were recorded'),
    running: Count('Being written'),
    retention_days: Count(),
  }),
  mail: Type.Object({
    server: Type.Boolean({ description: 'Whether a mail server is set up; without one everything waits' }),
    waiting: Count(),
    failed: Count('Refused for good'),
  }),
  key: Type.Object({
    fingerprint: Type.String({
      description: 'Of the public key that recordings are signed with',
      examples: ['SHA256:…'],
    }),
    private: Type.Boolean({
      description: "Whether nobody but the server's own user reads the file of the server's key",
    }),
  }),
  audit_retention_days: Count(),
  last_backup: Type.Optional(Time),
})
export type ServerFacts = Static<typeof ServerFacts>

export const adminGetServer = endpoint({
  id: 'adminGetServer',
  method: 'GET',
  path: '/admin/api/server',
  feature: 'admin',
  summary: 'What the server runs on: version, database, disk, recordings, mail, key',
  access: { kind: 'administrator' },
  success: { status: 200, description: 'The server', body: ServerFacts },
  errors: [],
})
