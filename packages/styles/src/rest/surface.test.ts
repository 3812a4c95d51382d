import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { load, shop } from '../testing/model.ts'
import { check } from './check.ts'
import { surfaceOf } from './surface.ts'

const routesOf = (text: string) => surfaceOf(load(text).charter).routes.map(({ method, path }) => `${method} ${path}`)
const head = `
charter: 1
name: s
title: S
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
`

test('the clinic has the seven routes its requirements name', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../charter/examples/clinic.yaml'), 'utf8')
  expect(routesOf(text)).toEqual(
    expect.arrayContaining([
      'POST /api/patients',
      'GET /api/patients/:id',
      'PUT /api/patients/:id',
      'GET /api/patients/:id/audit',
      'GET /api/ehr/:id/records',
      'PUT /api/prescriptions/:id',
      'GET /api/labs/results',
    ]),
  )
  expect(check(load(text).charter)).toEqual([])
})

test('routes of a row, of its relations, of operations', () => {
  expect(routesOf(shop)).toEqual([
    'GET /api/orders',
    'POST /api/orders/search',
    'POST /api/orders',
    'GET /api/orders/:id',
    'PUT /api/orders/:id',
    'PATCH /api/orders/:id',
    'DELETE /api/orders/:id',
    'GET /api/orders/:id/audit',
    'GET /api/orders/:id/lines',
    'GET /api/lines',
    'POST /api/lines/search',
    'POST /api/lines',
    'POST /api/lines/import',
    'GET /api/lines/:orderId/:number',
    'PUT /api/lines/:orderId/:number',
    'PATCH /api/lines/:orderId/:number',
    'DELETE /api/lines/:orderId/:number',
    'GET /api/lines/:orderId/:number/audit',
    'POST /api/orders/:id/close',
    'POST /api/orders/import',
    'GET /api/order-finder',
    'POST /api/batch',
  ])
})

test('the base path names the major version unless the charter says another', () => {
  const entity = 'entities: { OrderLine: { key: id, fields: { id: uuid } } }'
  expect(routesOf(`${head}${entity}`)).toContain('GET /api/v1/order-lines/:id')
  expect(routesOf(`${head.replace('1.0.0', '2.3.4')}${entity}`)).toContain('GET /api/v2/order-lines/:id')
  expect(routesOf(`${head.replace('1.0.0', '0.9.0')}${entity}`)).toContain('GET /api/v0/order-lines/:id')
})

test('two operations at one address are refused by name', () => {
  const text = `${head}
entities:
  A: { key: id, rest: { path: things }, fields: { id: uuid } }
  B: { key: no, rest: { path: things }, fields: { no: uuid } }
`
  const clashes = check(load(text).charter).filter(({ code }) => code === 'rest-route-clash')
  expect(clashes.map(({ message }) => message)).toContain('`GET /api/v1/things/:no` would be both A.read and B.read.')
  expect(clashes[0]?.place.line).toBeGreaterThan(1)
})

test('a path whose parameters are no key fields, and a stream, are refused', () => {
  const text = `${head}
entities:
  A: { key: id, fields: { id: uuid } }
operations:
  pokeA: { entity: A, rest: { path: 'poke/:name' } }
  watch: { mode: stream, effect: read }
  find: { effect: read, input: { fields: text }, rest: { verb: GET } }
`
  expect(check(load(text).charter).map(({ code }) => code)).toEqual([
    'rest-path-parameter',
    'rest-stream',
    'rest-reserved-parameter',
  ])
})
