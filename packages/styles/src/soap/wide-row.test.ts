import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { outcomeOf } from './call/outcome.ts'
import { soap } from './index.ts'

const columns = 1600
const charterText = `charter: 1
name: wide
title: Wide
version: 1.0.0
serves: [soap]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Row:
    key: id
    fields:
      id: { type: uuid, default: generated }
${Array.from({ length: columns }, (_, at) => `      column${at}: { type: text, optional: true }`).join('\n')}
    allow: { clerk: { do: [list] } }
`

test('a page of a hundred rows with as many columns as a table has is read, and soon', () => {
  const { charter } = load(charterText)
  const surface = soap.surface(charter)
  const operation = surface.names.operations.find(({ kind }) => kind === 'list')
  if (!operation) throw new Error('the charter has no list')
  const row = Array.from({ length: columns }, (_, at) => `<column${at}>${at}</column${at}>`).join('')
  const answer = `<${operation.name}Response xmlns="${surface.names.namespace}"><result><items>${`<item>${row}</item>`.repeat(100)}</items><next/></result></${operation.name}Response>`
  const envelope = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${answer}</e:Body></e:Envelope>`
  const began = process.cpuUsage()
  const outcome = outcomeOf(surface, operation, undefined, 200, envelope)
  const { user } = process.cpuUsage(began)
  expect(outcome).toMatchObject({ kind: 'value', value: { items: { length: 100 } } })
  // A look-up that goes along the columns for each of them takes ten times as long.
  expect(user / 1e6).toBeLessThan(5)
})
