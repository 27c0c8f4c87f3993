/** Variables of the agent, which share the prefix of the server's. */
export const knownVariables: readonly string[] = ['SSHORE_SERVER', 'SSHORE_TENANT', 'SSHORE_HOSTNAME', 'SSHORE_IDENTITY']
