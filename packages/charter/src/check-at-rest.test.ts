import { expect, test } from 'vitest'
import { checkCharter } from './check.ts'
import { parseCharter } from './parse.ts'

/** Two that answer for databases in files and on a server. */
const connectors = [
  {
    name: 'sqlite',
    accepts: (url: string) => url.startsWith('file:'),
    check: () => [],
    ownUrl: (path: string) => path,
  },
  { name: 'postgresql', accepts: (url: string) => url.startsWith('postgres:'), check: () => [], ownUrl: () => null },
]

const toldOf = (source: string, more = 'atRest: encrypt'): readonly string[] => {
  const text = `charter: 1
name: club
access: { roles: [clerk] }
sources: { main: ${source} }
${more}
entities:
  Member: { key: id, fields: { id: { type: uuid, default: generated } }, allow: { clerk: { do: [read, list] } } }
`
  const { charter } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(text)
  return checkCharter(charter, { styles: [{ name: 'rest', check: () => [] }], connectors })
    .filter(({ code }) => code === 'at-rest-volume')
    .map(({ message, place }) => `${place.line}: ${message.slice(0, message.indexOf(' would'))}`)
}

test('what would lie in a file is told where the charter asks for data at rest to be sealed, rows and state', () => {
  expect(toldOf('{ own: sqlite }')).toEqual(['5: The rows of `main`'])
  expect(toldOf('{ url: "file:club.db" }')).toEqual(['5: The rows of `main`', '5: The state'])
  expect(toldOf('{ url: env(CLUB), database: postgresql }')).toEqual(['5: The state'])
  expect(toldOf('{ own: postgresql }', 'atRest: encrypt\nstate: file:state.db')).toEqual(['5: The state'])
})

test('nothing is told where rows and state are on a server, or nobody asks', () => {
  expect(toldOf('{ own: postgresql }')).toEqual([])
  expect(toldOf('{ url: env(CLUB), database: postgresql }', 'atRest: encrypt\nstate: source')).toEqual([])
  expect(toldOf('{ url: env(CLUB), database: postgresql }', 'atRest: encrypt\nstate: postgres://x/y')).toEqual([])
  expect(toldOf('{ own: sqlite }', '')).toEqual([])
})
