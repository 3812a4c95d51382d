import { compileAccess } from '@charter/access'
import { checkCharter, diffCharters, parseCharter, toModel } from '@charter/charter'
import { expect, test } from 'vitest'
import { styles } from '../registry.gen.ts'
import { rest } from './index.ts'

const read = (routes: string, more = '') => {
  const text = `charter: 1
name: shop
access: { roles: [clerk, packer] }
${more}
types: { Line: { type: record, members: { sku: { type: text, length: 1..9 } } } }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read, list] } }
operations:
  closeDay: { effect: write }
routes:
  ${routes}
policies: |
  permit(principal in Role::"packer", action == Action::"closeDay", resource);
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const found = (routes: string, more?: string) =>
  checkCharter(read(routes, more), { styles, connectors: [], access: compileAccess }).filter(
    ({ code }) => code !== 'not-built-yet',
  )
const codes = (routes: string, more?: string) => found(routes, more).map(({ code }) => code)
/** What is wrong while it is read stops there. */
const says = (routes: string, more?: string): readonly string[] => {
  try {
    return found(routes, more).map(({ message }) => message)
  } catch (error) {
    return [String(error)]
  }
}

test('a route is guarded by roles, by a policy, or says that it is open; one that says nothing is refused', () => {
  expect(codes('receipt: { path: orders/:id/receipt, roles: [clerk] }')).toEqual([])
  expect(codes('receipt: { path: orders/:id/receipt }')).toEqual(['route-for-nobody'])
  expect(codes('receipt: { path: orders/:id/receipt, open: true }')).toEqual(['open-route'])
  expect(codes('receipt: { path: r, open: true, roles: [clerk] }')).toEqual(['bad-route', 'open-route'])
  expect(codes('receipt: { path: r, roles: [clark] }')).toContain('unknown-role')
  const { rules } = compileAccess(read('receipt: { path: r, roles: [clerk] }'))
  expect(rules.filter(({ actions }) => actions.includes('receipt'))).toMatchObject([
    { effect: 'permit', entity: null, roles: ['clerk'], isConditional: false },
  ])
})

test.each([
  ['receipt: { path: orders/:id/../x, roles: [clerk] }', 'is no path'],
  ['receipt: { path: a b, roles: [clerk] }', 'is no path'],
  ['receipt: { path: a/:x/:x, roles: [clerk] }', 'twice'],
  ['receipt: { path: a/:x, params: { y: uuid }, roles: [clerk] }', 'not all of them'],
  ['receipt: { path: a/:x, params: { x: { type: uuid, optional: true } }, roles: [clerk] }', 'always there'],
  ['receipt: { path: a/:x, params: { x: Line }, roles: [clerk] }', 'no spelling'],
  ['receipt: { path: a, query: { x: json }, roles: [clerk] }', 'no spelling'],
  ['receipt: { path: a, body: text/csv, roles: [clerk] }', 'takes no body'],
  ['receipt: { path: a, verb: post, body: csv, roles: [clerk] }', 'no media type'],
  ['receipt: { path: a, verb: post, body: { type: text/csv, as: json }, roles: [clerk] }', 'not read as JSON'],
  ['receipt: { path: a, verb: post, body: { type: text/csv, max: 2 MiB }, roles: [clerk] }', '1 MiB'],
  ['receipt: { path: a, verb: post, body: { type: text/csv, max: some }, roles: [clerk] }', '1 MiB'],
  ['receipt: { path: a, answers: [csv], roles: [clerk] }', 'no media type'],
  ['receipt: { path: a, answers: [multipart/x-mixed-replace], roles: [clerk] }', 'no policy of the answer'],
  ['receipt: { path: a, headers: [Authorization], roles: [clerk] }', 'stays with the service'],
  ['receipt: { path: a, headers: [cookie], roles: [clerk] }', 'stays with the service'],
  ['receipt: { path: a, headers: [charter-organisation], roles: [clerk] }', 'stays with the service'],
  ['closeDay: { path: a, roles: [clerk] }', 'an operation'],
  ['receipt: { path: orders/:number, roles: [clerk] }', 'would be both Order.read and receipt'],
  ['receipt: { path: batch, verb: post, roles: [clerk] }', 'would be both receipt and batch'],
  ['receipt: { path: close-day, verb: post, roles: [clerk] }', 'would be both closeDay and receipt'],
  [
    'receipt: { path: a/:x, roles: [clerk] }\n  other: { path: a/:y, roles: [clerk] }',
    'would be both receipt and other',
  ],
])('%s is refused by name', (routes, sentence) => {
  expect(says(routes).join(' ')).toContain(sentence)
})

test('where REST has no base, what the service keeps for itself is no route', () => {
  expect(says('receipt: { path: healthz, roles: [clerk] }', 'rest: { base: / }').join(' ')).toContain('healthz')
  expect(codes('receipt: { path: health, roles: [clerk] }', 'rest: { base: / }')).toEqual([])
})

test('REST alone carries it: without REST it is refused', () => {
  expect(says('receipt: { path: a, roles: [clerk] }', 'serves: [graphql]').join(' ')).toContain('REST alone')
})

test('its contract has parameters, body, media types and who need not sign in', () => {
  const charter = read(
    'receipt: { path: orders/:id/lines, verb: post, params: { id: uuid }, query: { copy: boolean }, headers: [X-Till], body: { type: application/json, as: Line }, answers: [text/csv, application/json], open: true }',
  )
  const { paths } = JSON.parse(rest.contract(charter, rest.surface(charter))['openapi.json'] ?? '')
  const { post } = paths['/orders/{id}/lines']
  expect(post).toMatchObject({
    operationId: 'receipt',
    security: [],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { format: 'uuid' } },
      { name: 'copy', in: 'query', required: true, schema: { type: 'boolean' } },
      { name: 'x-till', in: 'header', required: false },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Line' } } } },
  })
  expect(Object.keys(post.responses['2XX'].content)).toEqual(['text/csv', 'application/json'])
  expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['401', '406', '409', '413', '415', '422']))
})

const breaks = (before: string, after: string) => {
  const [from, to] = [read(before), read(after)]
  const { styles: told, structure } = diffCharters(from, to, { styles, access: () => [] })
  return {
    rest: told.rest?.map(({ sentence, severity }) => `${severity}: ${sentence}`),
    structure,
    graphql: told.graphql,
  }
}
const usual =
  'receipt: { path: a/:x, query: { copy: { type: int32, max: 9, optional: true } }, answers: [text/csv, text/plain], roles: [clerk] }'
const sending = 'sent: { path: a, verb: post, body: { type: text/csv, max: 64 KiB }, roles: [clerk] }'

test.each([
  [usual, 'other: { path: b, roles: [clerk] }', 'breaking: GET /api/v1/a/:x is gone.'],
  [usual, usual.replace('a/:x', 'b/:x'), 'breaking: GET /api/v1/a/:x becomes GET /api/v1/b/:x.'],
  [usual, usual.replace('max: 9', 'max: 5'), 'breaking: '],
  [usual, usual.replace('query: {', 'query: { more: text,'), 'breaking: more is new and must be given.'],
  [usual, usual.replace(', text/plain', ''), 'breaking: It answers no text/plain any more.'],
  [usual, usual.replace('text/csv, text/plain', 'text/plain, text/csv'), 'breaking: It answers text/plain where'],
  [usual, usual.replace('roles: [clerk]', 'open: true'), 'additive: Anybody may call it'],
  [usual.replace('roles: [clerk]', 'open: true'), usual, 'breaking: Who calls it has to sign in.'],
  [usual, usual.replace('roles:', 'rights: service, roles:'), 'additive: Its body has the rights of the service'],
  [sending, sending.replace('64 KiB', '1 KiB'), 'breaking: Its body has at most 1024 bytes'],
  [sending, sending.replace('text/csv', 'text/plain'), 'breaking: Its body is text/plain'],
  [sending, sending.replace('body: { type: text/csv, max: 64 KiB }, ', ''), 'breaking: It takes no body any more.'],
])('%s → %s: %s', (before, after, sentence) => {
  expect(breaks(before, after).rest?.join('\n')).toContain(sentence)
})

test('what does not change breaks nobody, a rename keeps its identity, and other styles are told nothing', () => {
  expect(breaks(usual, usual)).toEqual({ rest: [], structure: [], graphql: undefined })
  const renamed = breaks(usual, usual.replace('receipt: {', 'bill: { was: receipt,'))
  expect(renamed.rest).toEqual([])
  expect(renamed.structure).toMatchObject([{ kind: 'renamed', what: 'route', about: 'bill', was: 'receipt' }])
  expect(breaks(usual, usual.replace('max: 9', 'max: 5')).structure).toMatchObject([
    { what: 'route', about: 'receipt' },
  ])
})

test('a model without routes is what it was, and one with a route has another digest', () => {
  const none = read('receipt: { path: a, roles: [clerk] }')
  expect(toModel({ ...none, routes: [] }, [])).not.toHaveProperty('routes')
  expect(toModel(none, []).routes).toMatchObject([
    { name: 'receipt', effect: 'read', route: { answers: ['application/json'] } },
  ])
})
