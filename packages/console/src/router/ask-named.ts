import { ApiError } from '@sshore/client'
import { type ErrorCode, errors } from '@sshore/contract'

/**
 * What the server says of the thing that an address names. An address that no identifier looks like names nothing: that fails with
 * `absent`, as one whose thing is gone does.
 */
export async function askNamed<Answer>(absent: ErrorCode, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== ('invalid_input' satisfies ErrorCode)) throw error
    throw new ApiError({ ...errors[absent], code: absent }, error.reply, { cause: error })
  }
}
