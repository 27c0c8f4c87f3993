import { expect, test } from 'vitest'
import { tunnelFindings } from './tunnel-check.ts'

const outcomeOf = (tunnelsDomain: string | undefined, publicUrl: string | undefined): string | undefined =>
  tunnelFindings({ tunnelsDomain, publicUrl })[0]?.outcome

test.each([
  ['tunnels.example.net', 'https://sshore.example.co.uk', 'good'],
  ['other.co.uk', 'https://sshore.example.co.uk', 'good'],
  ['tunnels.example.co.uk', 'https://sshore.example.co.uk', 'warning'],
  ['tunnels.example.com', 'https://example.com', 'warning'],
  ['example.com', 'https://sshore.example.com', 'bad'],
  ['sshore.example.com', 'https://sshore.example.com:8443', 'bad'],
  ['tunnels.example.com', 'http://192.0.2.7', 'good'],
  ['tunnels.example.com', undefined, 'good'],
  [undefined, 'https://example.com', undefined],
])('tunnels under %s and a console at %s are found %s', (domain, publicUrl, outcome) => {
  expect(outcomeOf(domain, publicUrl)).toBe(outcome)
})
