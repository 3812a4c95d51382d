import type { Json, JsonObject, Selection } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, call, clinician, codeOf, type Opened, open } from './testing/clinic.ts'

let opened: Opened
let served: Served
beforeAll(async () => {
  opened = await open()
  const { model, execute, executeBatch } = opened.service
  const serving = { model, execute, executeBatch, authenticate: () => clinician }
  served = await serveStyles(opened.derived.styles, serving, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.close()
  await opened.close()
})

const send = async (method: string, path: string, body?: Json, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${served.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as JsonObject }
}
const listed = (select: Selection) => opened.service.execute({ ...call('Patient.list', clinician), select })

test('a page past the most there may be is refused at its parameter, and never cut in silence', async () => {
  const tooMany = { errors: [{ path: '/limit', code: 'too-large' }] }
  expect((await send('GET', '/api/patients?limit=100')).status).toBe(200)
  expect(await send('GET', '/api/patients?limit=101')).toMatchObject({ status: 422, body: tooMany })
  expect(await send('POST', '/api/patients/search', { limit: 101 })).toMatchObject({ status: 422, body: tooMany })
  expect(await listed({ include: { prescriptions: { limit: 101 } } })).toMatchObject({ problem: tooMany })
  expect(codeOf(await listed({ aggregate: {}, limit: 101 }))).toBe('invalid-input')
  const graphql = await send('POST', '/graphql', { query: '{ patients(first: 101) { nodes { name } } }' })
  expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'invalid-input' } }] })
})

test('a UUID in upper case is refused alike in path, body, filter and search', async () => {
  const upper = ada.toUpperCase()
  const answers = [
    await send('GET', `/api/patients/${upper}`),
    await send('POST', '/api/prescriptions', { drug: 'x', dose: '1.00', patientId: upper }),
    await send('GET', `/api/patients?filter[id]=${upper}`),
    await send('POST', '/api/patients/search', { filter: { field: 'id', op: 'in', value: [upper] } }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([422, 'invalid-input'])
    expect((body.errors as JsonObject[]).map(({ code }) => code)).toContain('format')
  }
})

test('a batch that is sent again under its key is not done twice, whether atomic or not', async () => {
  const person = (at: number) => ({ name: `Twin ${at}`, birthDate: '1980-05-17', ward: 'north' })
  for (const atomic of [true, false]) {
    const calls = [1, 2].map((at) => ({ operation: 'Patient.create', value: person(at) }))
    const headers = { 'idempotency-key': `batch-${atomic}` }
    const [first, second] = [
      await send('POST', '/api/batch', { atomic, calls }, headers),
      await send('POST', '/api/batch', { atomic, calls }, headers),
    ]
    const ids = ({ body }: typeof first) => (body.results as { value: { id: string } }[]).map(({ value }) => value.id)
    expect(ids(second)).toEqual(ids(first))
    expect(second.body).toMatchObject({ results: [{ isReplayed: true }, { isReplayed: true }] })
    const other = [{ operation: 'Patient.create', value: person(3) }]
    const refused = await send('POST', '/api/batch', { atomic, calls: other }, headers)
    expect(refused.body).toMatchObject({ results: [{ problem: { code: 'idempotency-mismatch' } }] })
  }
})
