// The parts of API pages while pages are built: at once, to stand in their HTML.
import cloud from '../../docs/developers/openapi/_cloud.generated.json'
import community from '../../docs/developers/openapi/_community.generated.json'
import type { ApiEdition, ApiParts } from './parts.ts'

const parts: Readonly<Record<ApiEdition, ApiParts>> = { community, cloud }

export const partsNow = (edition: ApiEdition): ApiParts | undefined => parts[edition]

export const loadParts = (edition: ApiEdition): Promise<ApiParts> => Promise.resolve(parts[edition])
