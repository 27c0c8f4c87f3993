import { hasPermission, type Permission, permissions, roles } from '@sshore/contract'
import type { GeneratedDocument } from './generated-document.ts'

/** Who may do what: one row for each permission. */
export function rolesDocument(): GeneratedDocument {
  const names = Object.keys(permissions) as Permission[]
  const cell = (held: boolean): string => (held ? 'yes' : '–')
  const text = [
    '# Roles\n\n',
    'Each role holds everything that the ones before it hold. This page is generated (`npm run generate`).\n\n',
    `| Permission | ${roles.join(' | ')} |\n| --- | ${roles.map(() => '---').join(' | ')} |\n`,
    ...names.map((name) => `| \`${name}\` | ${roles.map((role) => cell(hasPermission(role, name))).join(' | ')} |\n`),
  ]
  return { path: 'docs/reference/roles.md', text: text.join('') }
}
