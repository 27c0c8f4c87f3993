/** What starts an agent for this server, whose console this is. */
export const agentCommand = (...flags: readonly string[]): string =>
  ['sshore agent --server', window.location.origin, ...flags].join(' ')

/** Whether a host, as an address of the browser has it, is on every machine that machine itself (RFC 6761 section 6.3). */
export const isOwnMachine = (hostname: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost\.?)$/.test(hostname)
