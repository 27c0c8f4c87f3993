// The server alone, for tests and benchmarks: `sftp -D "bun main.ts"`. In the agent it is a hidden command.
import { writeSync } from 'node:fs'
import { runSftpServer } from './index.ts'

const standardError = 2

process.exitCode = await runSftpServer({
  log: (line) => void writeSync(standardError, `${line}\n`),
})
