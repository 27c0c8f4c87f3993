export { weighBuffersWithHeap } from './buffer-collection.ts'
export { nativeCiphers } from '@sshore/ssh-transport'
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
export { ssh2 } from './stock-agents/ssh2-library.ts'
