/** Version of the agent, as devices report it. */
export const agentVersion = '0.1.0'
