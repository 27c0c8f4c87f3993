import original from '@theme-original/MDXComponents'
import { ApiPart } from '../../components/api-call/api-call.tsx'
import { CodeBox } from '../../components/code-box/code-box.tsx'
import { ScrolledTable } from '../../components/scrolled-table.tsx'
import { Picture } from '../../components/picture/picture.tsx'

export default { ...original, ApiPart, CodeBox, Picture, table: ScrolledTable }
