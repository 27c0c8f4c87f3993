import { type ChangeFacts, secretFields } from '@sshore/contract'

const redacted = '[secret]'

/** What may be written down of facts: the contract names the fields whose values prove or open something. */
export const redact = (facts: ChangeFacts): ChangeFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const [last = name] = name.split('.').slice(-1)
      return [name, secretFields.has(last) ? redacted : value]
    }),
  )
