export { type Background, background, type BackgroundOptions } from './background.ts'
export { type Page, type Route, startBrowser, type TestBrowser, type Visit, type VisitOptions } from './browser.ts'
export { type BrowserKey, type BrowserKeyType, newBrowserKey } from './browser-key.ts'
export { BrowserTerminal, dialFiles, UpgradeRefused } from './browser-terminal.ts'
export { type ContainerEngine, type EngineKind, missingForEngine, startContainerEngine } from './container-engine.ts'
export { openDatabaseBeside } from './database-beside.ts'
export { type AgentOptions, randomMac, startAgentProcess } from './device-agent.ts'
export { freePort } from './free-port.ts'
export { type KeyType, newKey, type UserKey } from './keys.ts'
export { knownHostsLine } from './known-hosts.ts'
export { longTests } from './long-tests.ts'
export { type LossyNetwork, lossyNetwork } from './lossy-network.ts'
export { addManyDevices } from './many-devices.ts'
export { type Nginx, startNginx } from './nginx.ts'
export { newestOpenSsh, type NewestOpenSsh } from './newest-openssh.ts'
export { type PostgresServer, type PostgresServerOptions, startPostgres } from './postgres.ts'
export { remote, rsync, scp, sftp, ssh, sshInBackground, sshOptions, type SshTarget, sshWords } from './openssh.ts'
export { repositoryRoot } from './repository.ts'
export { quoted, type Ran, run, type RunOptions, sha256, shell } from './run.ts'
export { rogueClient, type RogueClient } from './rogue-client.ts'
export { createSeed, type KeyUse, type Seed, type SeededNamespace, type SeededUser } from './seed.ts'
export {
  cleanEnvironment,
  type ServerProcess,
  sshore,
  sshoreInBackground,
  startServerProcess,
} from './sshore-command.ts'
export {
  newStockIdentity,
  type StockAgent,
  type StockAgentOptions,
  type StockAgentQuirks,
  stockAgents,
  startStockAgent,
  type StockIdentity,
} from './stock-agent/index.ts'
export { type SshAgent, startSshAgent } from './ssh-agent.ts'
export { createStack, type DeviceOptions, type Stack, type StackDevice, type StackOptions } from './stack.ts'
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'
export { type TerminalSession, terminalSession } from './terminal-session.ts'
export { isRoot, type UnixUser, unixUser } from './unix-users.ts'
export { type Patience, until } from './until.ts'
export { createWeather, type Line, type Weather, type WeatherOptions } from './weather.ts'
