import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { styles } from './index.ts'

const read = (more: string) => {
  const text = `charter: 1
name: shop
serves: [${styles.map(({ name }) => name).join(', ')}]
mcp: { tools: all }
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read] } }
operations:
  recount: { entity: Order, input: { marker: text }, errors: [unlike], ${more} description: Nobody is told of this. }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const traces = /recount|marker|unlike|Nobody is told/i

describe.each(styles)('$name', (style) => {
  const contractOf = (more: string): string => {
    const charter = read(more)
    return JSON.stringify(style.contract(charter, style.surface(charter) as never))
  }

  test('an internal operation is in no contract', () => {
    expect(contractOf('')).toMatch(traces)
    expect(contractOf('internal: true,')).not.toMatch(traces)
  })

  test('clients of an operation that turns internal are broken', () => {
    const breaks = style.breaks(read(''), read('internal: true,'))
    expect(breaks.filter(({ severity }) => severity === 'breaking').map(({ sentence }) => sentence)).not.toEqual([])
  })
})
