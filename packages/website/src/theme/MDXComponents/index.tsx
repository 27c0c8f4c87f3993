import original from '@theme-original/MDXComponents'
import { ApiCall, ApiEntity, ApiErrors } from '../../components/api-call/api-call.tsx'
import { ScrolledTable } from '../../components/scrolled-table.tsx'
import { Picture } from '../../components/picture/picture.tsx'

export default { ...original, ApiCall, ApiEntity, ApiErrors, Picture, table: ScrolledTable }
