import { expect, test } from 'vitest'
import { checkCharter, diffCharters, parseCharter, toModel } from './index.ts'

const read = (more: string) => {
  const text = `charter: 1
name: shop
access: { roles: [clerk] }
entities:
  Order:
    key: id
    ${more}
    fields:
      id: { type: uuid, default: generated }
      total: { type: int32, readOnly: true }
    allow: { clerk: { do: [create, read] } }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const codes = (more: string) => checkCharter(read(more), { styles: [], connectors: [] }).map(({ code }) => code)

test('hooks stand in the order in which they run, and are part of the model', () => {
  const charter = read('hooks: [committed, before]')
  expect(charter.entities[0]?.hooks).toEqual(['before', 'committed'])
  expect(toModel(charter, []).entities[0]?.hooks).toEqual(['before', 'committed'])
  expect(toModel(read(''), []).entities[0]).not.toHaveProperty('hooks')
})

test('what only a hook can give is given where there is one that runs before', () => {
  expect(codes('')).toContain('never-set')
  expect(codes('hooks: [after]')).toContain('never-set')
  expect(codes('hooks: [before]')).not.toContain('never-set')
})

test('what is no moment, and a list of none, are refused with their place', () => {
  expect(() => read('hooks: [befor]')).toThrow('`befor` is not one of the values')
  expect(() => read('hooks: []')).toThrow()
  expect(codes('readOnly: true\n    hooks: [after]')).toContain('bad-hooks')
  expect(codes('hooks: [file]')).toContain('bad-hooks')
})

test('a hook that runs before, and was not there, may refuse what was taken; the structure says all', () => {
  const diff = (before: string, after: string) => {
    const style = { name: 'rest', breaks: () => [] }
    const [from, to] = [read(before), read(after)].map((charter) => ({ ...charter, serves: ['rest'] }))
    if (!from || !to) throw new Error('two were read')
    return diffCharters(from, to, { styles: [style], access: () => [] })
  }
  const added = diff('hooks: [after]', 'hooks: [before, after]')
  expect(added.styles.rest).toMatchObject([{ about: 'Order', severity: 'breaking' }])
  expect(added.structure).toMatchObject([{ about: 'Order', details: ['hooks: ["after"] → ["before","after"]'] }])
  expect(diff('hooks: [before]', 'hooks: [before, committed]').styles.rest).toEqual([])
  expect(diff('hooks: [before]', '').structure).toMatchObject([{ details: ['hooks: ["before"] → none'] }])
})
