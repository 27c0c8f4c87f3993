// What the server wants of the fields that people type, in the contract's numbers: its answer only names the fields.
import { ApiError } from '@sshore/client'
import { limits } from '@sshore/contract'

export type InputRules = Readonly<Record<string, string>>

const between = ({ min, max }: { readonly min: number; readonly max: number }, what: string): string =>
  `${min} to ${max} ${what}`

export const accountRules: InputRules = {
  username: between(limits.username, 'letters, digits and any of . _ @ -'),
  email: 'an e-mail address such as ada@example.com',
  password: between(limits.password, 'characters'),
  name: between(limits.userName, 'characters, none of them a control character'),
}

export const namespaceRules: InputRules = {
  name: between(limits.namespaceName, 'letters, digits and hyphens, no hyphen at either end'),
}

export const apiKeyRules: InputRules = {
  name: between(limits.apiKey.name, 'characters, none of them a space or a slash'),
}

const oneTag = between(limits.tag, 'letters, digits and any of . _ -')

export const tagRules: InputRules = {
  tag: oneTag,
  tags: `at most ${limits.tag.perItem} tags, each of ${oneTag}`,
}

/** Makes the call; when the server refuses fields that have a rule here, the failure says the rules. */
export async function withRules<Result>(rules: InputRules, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_input') throw error
    const broken = error.fields.filter((field) => Object.hasOwn(rules, field))
    if (broken.length === 0) throw error
    const { status, code, fields, reply } = error
    const message = `Expected ${broken.map((field) => `${field}: ${rules[field]}`).join('; ')}.`
    throw new ApiError({ status, code, message, fields }, reply, { cause: error })
  }
}
