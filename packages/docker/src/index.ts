export type { ContainerLog, LogFields } from './containers/container-log.ts'
export { type ContainerKey, containerKey, seedBytes } from './containers/container-key.ts'
export { shortId } from './containers/device-names.ts'
export {
  type EngineState,
  type FollowedContainer,
  followEngine,
  type FollowOptions,
  type WhyOver,
} from './containers/follow-engine.ts'
export { type ContainerDevice, type ContainerServices, createContainerDevice } from './containers/serve-container.ts'
export { createEngine, type Engine } from './engine/engine.ts'
export {
  addressText,
  type EngineAddress,
  enginePorts,
  type EngineTls,
  parseEngineAddress,
} from './engine/engine-address.ts'
export { EngineFailure } from './engine/engine-failure.ts'
export type { Crypt } from './login/authenticate.ts'
export { shaCrypt } from './login/sha-crypt.ts'
