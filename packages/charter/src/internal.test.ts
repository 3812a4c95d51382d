import { expect, test } from 'vitest'
import { checkCharter, diffCharters, emptyLock, parseCharter, toModel, updateLock } from './index.ts'

const read = (operation: string, more = '', mfa = '') => {
  const text = `charter: 1
name: shop
access: { roles: [clerk]${mfa} }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      stage: { type: enum, values: [a, b], states: { moves: { go: { from: a, to: b } } } }
    allow: { clerk: { do: [create, read, go${more}] } }
operations:
  recount: { entity: Order${operation} }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const said = (...of: Parameters<typeof read>) =>
  checkCharter(read(...of), { styles: [], connectors: [] })
    .filter(({ code }) => code !== 'not-built-yet')
    .map(({ code, place }) => `${code}:${place.line}`)

test('an internal operation is none that clients have: it stands beside them in the model, and in the lock with them', () => {
  const charter = read(', internal: true')
  expect(charter.operations.map(({ name }) => name)).toEqual(['go'])
  const model = toModel(charter, [])
  expect(model.operations.map(({ name }) => name)).toEqual(['go'])
  expect(model.internal?.map(({ name }) => name)).toEqual(['recount'])
  expect(toModel(read(''), [])).not.toHaveProperty('internal')
  expect(updateLock(charter, emptyLock).operations).toHaveProperty('recount')
  expect(said(', internal: true')).toEqual([])
})

test('rights, stronger sign-ins, routes and deprecations of it are refused where they stand', () => {
  expect(said(', internal: true', ', recount')).toEqual(['bad-internal:10'])
  expect(said(', internal: true', '', ', mfa: [Order.recount]')).toEqual(['bad-internal:12'])
  expect(said(', internal: true, deprecated: { since: 2026-01-01 }')).toEqual(['bad-internal:12'])
  expect(said('', ', recount', ', mfa: [Order.recount]')).toEqual([])
})

test('a move is what clients ask for', () => {
  const text = read(', internal: true')
  const move = text.entities[0]?.fields[1]?.states?.moves[0]
  if (!move) throw new Error('there is a move')
  const moved = {
    ...text,
    entities: text.entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((field) =>
        field.states ? { ...field, states: { ...field.states, moves: [{ ...move, operation: 'recount' }] } } : field,
      ),
    })),
  }
  const found = checkCharter(moved, { styles: [], connectors: [] })
  expect(found.map(({ code, message }) => `${code} ${message}`).join()).toContain(
    'the operation is `internal`, and moves are what clients ask for',
  )
})

test('what turns internal is still the same operation', () => {
  const diff = diffCharters(read(''), read(', internal: true'), { styles: [], access: () => [] })
  expect(diff.structure).toMatchObject([{ kind: 'changed', about: 'recount', details: ['isInternal: none → true'] }])
})
