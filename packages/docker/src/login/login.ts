import type { Login as LoginOf } from '@sshore/link'
import type { Account } from './accounts.ts'

export type Login = LoginOf<Account>
