export { runSftpServer } from './server.ts'
