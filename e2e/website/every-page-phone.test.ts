import { lookAtEveryPage } from './look-at-every-page.ts'
import { phone } from './looks.ts'

lookAtEveryPage(phone)
