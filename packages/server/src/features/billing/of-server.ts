import type { Changing } from '../../http/implement.ts'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import type { Services } from '../../services.ts'

/** Changes in the name of the server itself: what the provider tells is nobody's doing here. */
export const ofServer =
  (services: Services): Changing['change'] =>
  (scope, inside) =>
    change(services, serverActor, scope, inside)
