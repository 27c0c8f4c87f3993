import { expect, test } from 'vitest'
import { refusal } from './permission.ts'

test('whoever may do something is told nothing, whoever may not is told why', () => {
  expect(refusal('operator', 'device:accept')).toBeUndefined()
  expect(refusal('observer', 'device:accept')).toMatchObject({
    en: 'Needs the role operator or above; yours is observer.',
  })
  expect(refusal('administrator', 'namespace:delete')).toMatchObject({
    en: 'Needs the role owner; yours is administrator.',
  })
  expect(refusal('', 'device:accept')?.pt).toMatch(/o seu é nenhum/)
})
