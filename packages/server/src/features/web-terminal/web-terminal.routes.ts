import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { mayConnect } from './standing.ts'
import { createTicket, takeTicket } from './tickets.ts'

export const webTerminalRoutes = [
  implement(contract.createTerminalTicket, async ({ body, caller, services }) => ({
    token: await createTicket(services, caller, body),
  })),

  implement(contract.redeemTerminalTicket, async ({ body, services }) => {
    const ticket = await takeTicket(services, body.ticket)
    return ticket ? ({ outcome: 'good', ticket } as const) : ({ outcome: 'unknown' } as const)
  }),

  implement(contract.checkTerminalUser, async ({ body, services }) => ({
    allowed: await mayConnect(services, body),
  })),
]
