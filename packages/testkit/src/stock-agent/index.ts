export { type StockAgentQuirks, stockAgents } from './quirks.ts'
export {
  newStockIdentity,
  type StockAgent,
  type StockAgentOptions,
  startStockAgent,
  type StockIdentity,
} from './stock-agent.ts'
