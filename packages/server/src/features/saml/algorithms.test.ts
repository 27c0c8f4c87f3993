import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { readResponse } from './response.ts'

const parties = {
  addresses: { entityId: 'https://hub.example', start: 'https://hub.example', assertions: 'https://hub.example' },
  provider: {
    entity_id: 'https://idp.example',
    signon_url: 'https://idp.example',
    certificates: [],
    metadata_url: '',
    mappings: { email: '', name: '' },
  },
}
const [good, bad] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
] as const
const response = (signature: string): string =>
  Buffer.from(`<p:Response xmlns:p="urn:p" xmlns:d="urn:d">${signature}</p:Response>`).toString('base64')

test.each([
  ['plainly', `<d:SignatureMethod Algorithm="${bad}"/>`],
  ['under a prefix that is no ASCII', `<é:SignatureMethod Algorithm="${bad}"/>`],
  ['beside an attribute that only ends with its name', `<d:SignatureMethod d:Algorithm="${good}" Algorithm="${bad}"/>`],
  ['behind a bracket in another attribute', `<d:SignatureMethod d:x=">" Algorithm="${bad}"/>`],
  ['behind one in the value of another', `<d:SignatureMethod d:x=" Algorithm='${good}'" Algorithm="${bad}"/>`],
  ['nowhere', '<d:DigestMethod/>'],
])('an algorithm that is named %s is looked at', async (_, signature) => {
  const read = (text: string) => readResponse({ clock: systemClock }, parties, response(text))
  await expect(read(signature)).rejects.toThrow('algorithm that is not accepted')
  // What is wrong with this one is something else.
  await expect(read(`<d:SignatureMethod Algorithm="${good}"/>`)).rejects.not.toThrow('algorithm that is not accepted')
})
