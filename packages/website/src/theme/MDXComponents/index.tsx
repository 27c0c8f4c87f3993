import original from '@theme-original/MDXComponents'
import { ApiPart } from '../../components/api-call/api-call.tsx'
import { ScrolledTable } from '../../components/scrolled-table.tsx'
import { Picture } from '../../components/picture/picture.tsx'

export default { ...original, ApiPart, Picture, table: ScrolledTable }
