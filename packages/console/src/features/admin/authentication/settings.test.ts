import { expect, test } from 'vitest'
import { certificatesIn } from './settings.ts'

const pem = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`

test('certificates that were pasted one below the other are told apart', () => {
  expect(certificatesIn(`# first\n${pem('AA==')}\n\n${pem('BB==')}\n`)).toEqual([pem('AA=='), pem('BB==')])
  expect(certificatesIn('  MIIC\nAAAA ')).toEqual(['MIIC\nAAAA'])
  expect(certificatesIn(' \n')).toEqual([])
})
