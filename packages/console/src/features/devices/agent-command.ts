/** What starts an agent for this server, whose console this is. */
export const agentCommand = (...flags: readonly string[]): string =>
  ['sshore agent --server', window.location.origin, ...flags].join(' ')
