import { namespaceProperties } from '@sshore/contract'
import { filterReader } from '../../platform/filter/filter.ts'

export const namespaceFilter = filterReader(namespaceProperties)
