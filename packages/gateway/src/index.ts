export { weighBuffersWithHeap } from './buffer-collection.ts'
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
