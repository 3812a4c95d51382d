import { expect, test } from 'vitest'
import { parseCharter } from './parse.ts'

const read = (origins: string) =>
  parseCharter({
    'charter.yaml': `charter: 1\nname: shop\ncors: { origins: [${origins}] }\nentities: { Order: { key: id, fields: { id: uuid } } }\n`,
  })

test('origins are read as a browser sends them', () => {
  const { charter } = read("'https://app.example.org', 'http://localhost:5173', 'https://[2001:db8::1]:8443'")
  expect(charter?.cors).toEqual(['https://app.example.org', 'http://localhost:5173', 'https://[2001:db8::1]:8443'])
})

test.each([
  ['*', 'every page'],
  ['https://*.example.org', 'every page'],
  ['null', 'sandboxed'],
  ['example.org', 'no address'],
  ['ftp://example.org', 'https'],
  ['http://example.org', 'without TLS'],
  ['https://example.org/', 'a browser sends `https://example.org`'],
  ['https://example.org/app', 'a browser sends `https://example.org`'],
  ['https://Example.org', 'a browser sends `https://example.org`'],
  ['https://example.org:443', 'a browser sends `https://example.org`'],
  ['https://me@example.org', 'a browser sends `https://example.org`'],
])('%s is refused, and what to write is said', (origin, why) => {
  const { charter, diagnostics } = read(`'${origin}'`)
  expect(charter).toBeNull()
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['bad-origin', expect.stringContaining(why)],
  ])
})
