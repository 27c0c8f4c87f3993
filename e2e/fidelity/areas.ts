import type { Area } from './case.ts'
import { commands } from './cases/commands.ts'

export const areas: readonly Area[] = [commands]
