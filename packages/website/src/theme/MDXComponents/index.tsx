import original from '@theme-original/MDXComponents'
import { ApiCall } from '../../components/api-call/api-call.tsx'

export default { ...original, ApiCall }
