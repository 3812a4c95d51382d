import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, type FakeGraphqlService, run } from '../testing/fake-graphql-service.ts'

let service: FakeGraphqlService
beforeAll(async () => {
  service = await run()
})
afterAll(() => service.close())

const asAda: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...init?.headers, authorization: 'Bearer ada' } })

const audits = serverAudits({ url: () => service.url, fetchFn: asAda })

test('there are 61 audits of GraphQL over HTTP', () => {
  expect(audits).toHaveLength(61)
})

test.each(audits.map((audit) => [audit.name, audit] as const))('the audit holds: %s', async (_name, audit) => {
  const result = await audit.fn()
  expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
})

test('a mutation asked for with GET is refused, with the method that is taken', async () => {
  const query = encodeURIComponent('mutation { importOrders(input: { value: { rows: 1 } }) { isReplayed } }')
  const response = await asAda(`${service.url}?query=${query}`)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

test('who is not known is told nothing of what was wrong with a document', async () => {
  const response = await fetch(service.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ nothing }' }),
  })
  expect(response.status).toBe(401)
  const body = (await response.json()) as { errors: { extensions: { code: string } }[] }
  expect(body.errors.map(({ extensions }) => extensions.code)).toEqual(['unauthenticated'])
})

test('a field that failed is null beside those that did not', async () => {
  service.answer = ({ operation }) =>
    operation === 'Order.list'
      ? { kind: 'value', value: { items: [{ title: 'one' }], next: null } }
      : { kind: 'problem', problem: { code: 'not-found', detail: 'There is nothing here.' } }
  const { status, body } = await ask(
    service.url,
    '{ orders { nodes { title } } order(rowId: "0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d") { title } }',
  )
  expect(status).toBe(200)
  expect(body.data).toEqual({ orders: { nodes: [{ title: 'one' }] }, order: null })
  expect(body.errors).toMatchObject([{ path: ['order'], extensions: { code: 'not-found' } }])
})

const renamed = `
charter: 1
name: renamed
serves: [graphql]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid }, label: { type: text, was: title } }
    allow: { owner: { do: [read, list] } }
`

test('a renamed field is still answered under its old name, which is deprecated', async () => {
  const other = await run(renamed)
  other.answer = () => ({ kind: 'value', value: { items: [{ label: 'one' }], next: null } })
  const { body } = await ask(
    other.url,
    '{ orders { nodes { title label } } __type(name: "Order") { fields(includeDeprecated: true) { name deprecationReason } } }',
  )
  expect(body.data.orders.nodes).toEqual([{ title: 'one', label: 'one' }])
  expect(body.data.__type.fields).toContainEqual({ name: 'title', deprecationReason: 'Renamed to label.' })
  expect(other.calls[0]?.select).toEqual({ fields: ['label'] })
  await other.close()
})
