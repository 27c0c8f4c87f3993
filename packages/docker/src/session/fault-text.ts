import { EngineFailure } from '../engine/engine-failure.ts'

/** What a user is told of a failure on the way to a container. */
export const faultText = (failure: unknown): string =>
  failure instanceof EngineFailure ? failure.message : 'There was a fault on the way to the engine.'
