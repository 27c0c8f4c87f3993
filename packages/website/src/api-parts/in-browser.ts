// The parts of API pages in a browser: they stand in the page that was asked for; who comes from another page has them fetched.
import type { ApiEdition, ApiParts } from './parts.ts'

const sources: Readonly<Record<ApiEdition, () => Promise<{ readonly default: ApiParts }>>> = {
  community: () => import('../../docs/developers/openapi/_community.generated.json'),
  cloud: () => import('../../docs/developers/openapi/_cloud.generated.json'),
}

export const partsNow: (edition: ApiEdition) => ApiParts | undefined = () => undefined

export const loadParts = async (edition: ApiEdition): Promise<ApiParts> => (await sources[edition]()).default
