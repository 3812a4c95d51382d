import type { JsonObject, Principal, Selection } from '@charter/runtime'
import { hashApiKey } from '@charter/runtime/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, call, clinician, codeOf, open } from './testing/clinic.ts'
import { type Answer, type Clinic, clinicAccepting, type Signer, serveClinic, signer } from './testing/sign-in.ts'

const issuer = 'https://id.example'
let provider: Signer
let clinic: Clinic
/** The same provider, where plain JWTs are accepted beside access tokens, and where they are all. */
let both: Clinic
let plain: Clinic

beforeAll(async () => {
  provider = await signer()
  const env = { JWT_ISSUER: issuer, JWKS_URL: provider.url }
  clinic = await serveClinic({ text: clinicAccepting('oauth2', 'api-key'), env })
  both = await serveClinic({ text: clinicAccepting('jwt', 'oauth2'), env })
  plain = await serveClinic({ text: clinicAccepting('jwt'), env })
})
afterAll(async () => {
  for (const each of [clinic, both, plain, provider]) await each.close()
})

const token = (claims: JsonObject, typ = 'at+jwt'): string =>
  provider.token(
    {
      iss: issuer,
      aud: 'clinic',
      sub: 'c1',
      exp: Math.floor(Date.now() / 1000) + 60,
      roles: ['clinician'],
      ward: 'north',
      ...claims,
    },
    { typ },
  )

const bearer = (claims: JsonObject, typ?: string) => ({ authorization: `Bearer ${token(claims, typ)}` })
const json = { 'content-type': 'application/json' }
const patient = { name: 'New', birthDate: '1990-01-01', ward: 'north' }

const read = (claims: JsonObject, query = ''): Promise<Answer> =>
  clinic.send(`/api/patients/${ada}${query}`, bearer(claims))
const create = (claims: JsonObject): Promise<Answer> =>
  clinic.send('/api/patients', { ...bearer(claims), ...json }, { method: 'POST', body: JSON.stringify(patient) })
const discharge = (claims: JsonObject): Promise<Answer> =>
  clinic.send(
    `/api/patients/${ada}/discharge`,
    { ...bearer(claims), ...json },
    { method: 'POST', body: JSON.stringify({ at: '2026-01-01T00:00:00Z' }) },
  )

const told = ({ headers }: Answer): string | null => headers.get('www-authenticate')

describe('an access token does what its scopes say, and no more', () => {
  test.each([
    ['Patient:read', 200, 403, 403],
    ['Patient:write', 200, 201, 501],
    ['clinic:read', 200, 403, 403],
    ['clinic:write', 200, 201, 501],
    ['dischargePatient', 403, 403, 501],
    ['openid profile Patient:read', 200, 403, 403],
    ['Prescription:write', 403, 403, 403],
  ])('%s', async (scope, reading, creating, discharging) => {
    expect((await read({ scope })).status).toBe(reading)
    expect((await create({ scope })).status).toBe(creating)
    // The operation has no body here: who may do it gets as far as that.
    expect((await discharge({ scope })).status).toBe(discharging)
  })

  test('one without the scope is told which it would need', async () => {
    const answer = await create({ scope: 'Patient:read' })
    expect(answer.body).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('"Patient:write"') })
    expect(told(answer)).toBe('Bearer error="insufficient_scope", scope="Patient:write"')
    expect(told(await discharge({ scope: 'x' }))).toContain('scope="dischargePatient"')
  })

  test('scopes add nothing to what roles allow, and who may not do it anyway is not sent for a scope', async () => {
    const answer = await read({ roles: ['auditor'], scope: 'clinic:write' })
    expect([answer.status, told(answer)]).toEqual([403, null])
    const neither = await read({ roles: ['auditor'], scope: '' })
    expect([neither.status, told(neither)]).toEqual([403, null])
  })

  test('what is included through a relation needs its own scope', async () => {
    const answer = await read({ scope: 'Patient:read' }, '?include=prescriptions,labResults')
    expect(told(answer)).toBe('Bearer error="insufficient_scope", scope="Prescription:read LabResult:read"')
    const scope = 'Patient:read Prescription:read LabResult:write'
    expect((await read({ scope }, '?include=prescriptions,labResults')).status).toBe(200)
    expect((await read({ scope: 'clinic:read' }, '?include=prescriptions')).status).toBe(200)
  })

  test('an alias is only a name in the answer: what it stands for needs its scope, at every level', async () => {
    const principal: Principal = { ...clinician, credential: 'oauth2', scopes: ['Patient:read'] }
    const ask = (select: Selection) =>
      clinic.opened.service.execute({ ...call('Patient.read', principal, { key: { id: ada } }), select })
    const refused = { problem: { code: 'forbidden', detail: expect.stringContaining('"Prescription:read"') } }
    expect(await ask({ include: { x: { relation: 'prescriptions' } } })).toMatchObject(refused)
    // A relation's own name does not cover for what it stands for here.
    expect(await ask({ include: { labResults: { relation: 'prescriptions' } } })).toMatchObject(refused)
    const around = { prescriptions: { include: { patient: { include: { x: { relation: 'labResults' } } } } } }
    const within = { ...principal, scopes: ['Patient:read', 'Prescription:read'] }
    const deep = { ...call('Patient.read', within, { key: { id: ada } }), select: { include: around } }
    expect(codeOf(await clinic.opened.service.execute(deep))).toBe('forbidden')
  })

  test('aggregates and changes need the scope to read, no more', async () => {
    const codes = async (scopes: readonly string[]) => {
      const codes: string[] = []
      for (const operation of ['Patient.aggregate', 'Patient.changes']) {
        const abort = AbortSignal.abort()
        const asked = call(operation, { ...clinician, credential: 'oauth2', scopes })
        codes.push(codeOf(await clinic.opened.service.execute({ ...asked, context: { ...asked.context, abort } })))
      }
      return codes
    }
    expect(await codes(['Prescription:write'])).toEqual(['forbidden', 'forbidden'])
    expect(await codes(['Patient:read'])).not.toContain('forbidden')
  })

  test('an operation that answers rows of another entity needs the scope to read them', async () => {
    const opened = await open({
      text: `
charter: 1
name: bank
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [oauth2], roles: [staff] }
entities:
  Client:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { staff: { do: [create, read, newest, itself] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { staff: { do: [read, list] } }
operations:
  newest: { entity: Client, key: false, result: { list: Note } }
  itself: { entity: Client, key: false, result: { list: Client } }
`,
      operations: { newest: async () => [], itself: async () => [] },
    })
    const code = async (operation: string, ...scopes: readonly string[]) =>
      codeOf(
        await opened.service.execute(call(operation, { ...clinician, roles: ['staff'], credential: 'oauth2', scopes })),
      )
    for (const enough of [['Client:write', 'Note:read'], ['newest', 'Note:read'], ['bank:write']])
      expect(await code('newest', ...enough)).toBe('ok')
    for (const lacking of [['Client:write'], ['newest'], ['Note:read']])
      expect(await code('newest', ...lacking)).toBe('forbidden')
    expect(await code('itself', 'itself')).toBe('ok')
    await opened.close()
  })

  test('in GraphQL and SOAP too', async () => {
    const query = `{ patient(rowId: "${ada}") { x: prescriptions { nodes { id } } } }`
    const asked = { ...bearer({ scope: 'Patient:read' }), ...json }
    const graphql = await clinic.send('/graphql', asked, { method: 'POST', body: JSON.stringify({ query }) })
    expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'forbidden' } }] })
    const contract = await (await fetch(`${clinic.url}/soap/Clinic?wsdl`)).text()
    const [, namespace] = /targetNamespace="([^"]+)"/.exec(contract) ?? []
    const envelope = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><GetPatient xmlns="${namespace}"><key><id>${ada}</id></key><select><include><prescriptions as="x"/></include></select></GetPatient></e:Body></e:Envelope>`
    const answer = await fetch(`${clinic.url}/soap/Clinic`, {
      method: 'POST',
      headers: { ...asked, 'content-type': 'application/soap+xml' },
      body: envelope,
    })
    expect(await answer.text()).toContain('Prescription:read')
  })

  test('in a batch each call needs its own', async () => {
    const calls = [
      { operation: 'Patient.read', key: { id: ada } },
      { operation: 'Patient.create', value: patient },
    ]
    const init = { method: 'POST', body: JSON.stringify({ calls }) }
    const answer = await clinic.send('/api/batch', { ...bearer({ scope: 'Patient:read' }), ...json }, init)
    expect(answer.body).toMatchObject({ results: [{ status: 200 }, { status: 403, problem: { code: 'forbidden' } }] })
  })

  test.each<[string, JsonObject]>([
    ['no scope at all', {}],
    ['an empty one', { scope: '' }],
    ['a scope that is a number', { scope: 7 }],
    ['a scope of another case', { scope: 'patient:read' }],
    ['a scope that only starts alike', { scope: 'Patient:reader Patient Patient: :read clinic' }],
    ['a wildcard', { scope: '* Patient:* *:read' }],
    ['scopes with commas', { scope: 'Patient:read,Patient:write' }],
    ['scopes inside an object', { scope: { scope: 'Patient:read' } }],
  ])('with %s it does nothing', async (_, claims) => {
    expect((await read(claims)).status).toBe(403)
  })

  test('scopes as other providers say them: `scp`, as text or as a list', async () => {
    expect((await read({ scp: 'Patient:read' })).status).toBe(200)
    expect((await read({ scp: ['openid', 'Patient:read'] })).status).toBe(200)
    expect((await read({ scope: 'openid', scp: ['Patient:read'] })).status).toBe(403)
  })
})

describe('where plain JWTs are accepted', () => {
  const ask = (on: Clinic, claims: JsonObject, typ: string) =>
    on.send(`/api/patients/${ada}`, bearer(claims, typ)).then(({ status }) => status)

  test('alone, scopes are not asked', async () => {
    expect(await ask(plain, { scope: 'nothing' }, 'at+jwt')).toBe(200)
    expect(await ask(plain, {}, 'JWT')).toBe(200)
  })

  test('beside access tokens, a token that says scopes or calls itself an access token is limited by them', async () => {
    expect(await ask(both, {}, 'JWT')).toBe(200)
    expect(await ask(both, {}, 'at+jwt')).toBe(403)
    expect(await ask(both, { scope: 'other' }, 'JWT')).toBe(403)
    expect(await ask(both, { scp: ['Patient:read'] }, 'JWT')).toBe(200)
  })
})

test('an API key with scopes is limited by them, and one without is not', async () => {
  const keep = (text: string, scopes: readonly string[] | null) =>
    clinic.opened.service.state.saveApiKey({
      id: text,
      hash: hashApiKey(text),
      principal: 'robot',
      roles: ['clinician'],
      attributes: { ward: 'north' },
      tenant: null,
      scopes,
      expiresAtMs: null,
    })
  await keep('ck_read', ['Patient:read'])
  await keep('ck_nothing', [])
  await keep('ck_all', null)
  const statuses = async (key: string) => [
    (await clinic.send(`/api/patients/${ada}`, { 'x-api-key': key })).status,
    (await clinic.send('/api/prescriptions', { 'x-api-key': key })).status,
  ]
  expect(await statuses('ck_read')).toEqual([200, 403])
  expect(await statuses('ck_nothing')).toEqual([403, 403])
  expect(await statuses('ck_all')).toEqual([200, 200])
})

test('a refusal for want of a scope is on record before it is told', async () => {
  await create({ scope: 'Patient:read', sub: 'curious' })
  const [entry] = await clinic.opened.service.state.recentAudit(1, 0)
  expect(entry).toMatchObject({ principal: 'curious', credential: 'oauth2', outcome: 'forbidden', mode: 'durable' })
})
