import original from '@theme-original/MDXComponents'
import { ApiCall } from '../../components/api-call/api-call.tsx'

// oxlint-disable-next-line import/no-default-export -- Docusaurus takes the default export.
export default { ...original, ApiCall }
