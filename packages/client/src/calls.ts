// What a caller has to know of each endpoint to send a request and read the reply.
import { contract, type Endpoint, type EndpointId, type Method } from '@sshore/contract'

export interface CallForm {
  readonly method: Method
  /** With `{name}` for path parameters. */
  readonly path: string
  readonly sendsBody: boolean
  /** Names of the headers that the reply tells something in. */
  readonly replyHeaders: readonly string[]
}

const formOf = ({ method, path, body, success }: Endpoint): CallForm => ({
  method,
  path,
  sendsBody: body !== undefined,
  replyHeaders: Object.keys(success.headers?.properties ?? {}),
})

const entries: readonly (readonly [string, Endpoint])[] = Object.entries(contract)

/** By the name of the endpoint. A build for browsers keeps this table instead of the contract that it is made from. */
export const calls = Object.fromEntries(entries.map(([id, each]) => [id, formOf(each)])) as Readonly<
  Record<EndpointId, CallForm>
>
