export type { FileEvent, OnFileEvent } from './file-event.ts'
export { runSftpServer, type SftpServerOptions } from './server.ts'
