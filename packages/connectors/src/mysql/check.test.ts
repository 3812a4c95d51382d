import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { connectors } from '../registry.gen.ts'
import { mysql } from './index.ts'

const charterOf = (source: string): string => `charter: 1
name: shop
sources: { main: ${source} }
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields:
      id: { type: text, length: 1..2000 }
      paid: { type: decimal, precision: 38, scale: 31 }
      live: { type: boolean, column: _live }
    allow: { clerk: { do: [read] } }
`

const found = (source: string): readonly string[] => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': charterOf(source) })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return connectors.flatMap((connector) => connector.check(charter).map(({ code }) => code)).sort()
}

test('what MySQL cannot hold is refused by its name, and what is in another database is none of its business', () => {
  expect(found('{ own: mysql }')).toEqual(['mysql-decimal-precision', 'mysql-reserved-name', 'mysql-text-length'])
  expect(found('{ own: mariadb }').map((code) => code.replace(/^mariadb/, 'mysql'))).toEqual(found('{ own: mysql }'))
})

test.each([
  ['mysql://h/d', ['mysql']],
  ['MySQL://h/d', ['mysql']],
  ['mariadb://h/d', ['mariadb']],
])('%s is for %s', (url, names) => {
  expect(connectors.filter((each) => each.accepts(url)).map(({ name }) => name)).toEqual(names)
  expect(mysql.ownUrl('x')).toBeNull()
})
