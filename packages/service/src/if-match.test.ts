import type { Principal } from '@charter/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'

const text = `
charter: 1
name: shop
serves: [rest]
ifMatch: required
sources: { main: { own: sqlite } }
access: { roles: [clerk, guest] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { clerk: { do: [create, read, list, update, delete, again] }, guest: { do: [read] } }
operations:
  again: { entity: Order, result: Order, effect: write, mode: unary }
`
const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const clerk = someone('clerk')
let opened: Opened
let key: { readonly id: string }
beforeAll(async () => {
  opened = await open({ text, operations: { again: async ({ row }) => row } })
  key = { id: String(bodyOf(await run('create', { value: { title: 'a' } })).id) }
})
afterAll(() => opened.close())

const run = (
  action: string,
  input: object,
  more: { readonly as?: Principal; readonly ifMatch?: readonly string[] } = {},
) => {
  const asked = call(`Order.${action}`, more.as ?? clerk, input)
  return opened.service.execute({
    ...asked,
    context: { ...asked.context, ...(more.ifMatch && { ifMatch: more.ifMatch }) },
  })
}

test('a change that says of no version is refused, whoever may make it, and one of any version is made', async () => {
  const value = { title: 'b' }
  for (const action of ['update', 'replace', 'delete'])
    expect(codeOf(await run(action, { key, value }))).toBe('precondition-required')
  const read = await run('read', { key })
  expect(bodyOf(read).title).toBe('a')
  const version = read.kind === 'value' ? (read.version ?? '') : ''
  expect(codeOf(await run('update', { key, value }, { ifMatch: ['stale'] }))).toBe('precondition-failed')
  expect(bodyOf(await run('update', { key, value }, { ifMatch: [version] })).title).toBe('b')
  expect(bodyOf(await run('replace', { key, value: { title: 'c' } }, { ifMatch: ['*'] })).title).toBe('c')
})

test('who may not change, or asks for no row, is told that first', async () => {
  expect(codeOf(await run('update', { key, value: {} }, { as: someone('guest') }))).toBe('forbidden')
  expect(codeOf(await run('delete', { key: { id: '00000000-0000-7000-8000-000000000000' } }))).toBe('not-found')
  expect(codeOf(await run('update', { key, value: { title: '' } }))).toBe('invalid-input')
})

test('operations of the charter’s own are not changes in this sense', async () => {
  const asked = call('again', clerk, { key })
  expect((await opened.service.execute(asked)).kind).toBe('value')
})
