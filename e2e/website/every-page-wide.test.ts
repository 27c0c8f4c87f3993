import { lookAtEveryPage } from './look-at-every-page.ts'
import { wide } from './looks.ts'

lookAtEveryPage(wide)
