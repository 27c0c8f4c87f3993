import { editions } from '@sshore/contract'
import { documentPath } from '../compatibility/baseline.ts'
import { declarationsPath, noDeclarations } from '../compatibility/declared.ts'
import type { Violation } from './violation.ts'

export const compatibilityViolations: readonly Violation[] = [
  {
    title: 'calls that are gone',
    path: documentPath(editions[0]),
    text: '{}\n',
    expected: 'breaks clients: GET /info: is gone',
  },
  {
    title: 'a declaration of what did not happen, and one without a reason',
    path: declarationsPath,
    text: `${noDeclarations}- \`GET /planted: is gone\`: Nobody called it.\n- \`GET /api/login: is gone\`\n`,
    expected: 'but it is not so: GET /planted: is gone',
  },
]
