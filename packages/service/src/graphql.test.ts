import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, auditor, clinician, clinicText, meiLing, type Opened, open, pharmacist } from './testing/clinic.ts'

const principals = { clinician, pharmacist, auditor }
let clinic: Opened
let served: Served
beforeAll(async () => {
  clinic = await open({ text: clinicText().replace('serves: [rest, graphql, grpc, soap, mcp]', 'serves: [graphql]') })
  const authenticate = (credential: { readonly text: string } | null) =>
    credential && (principals[credential.text as keyof typeof principals] ?? null)
  served = await serveStyles(clinic.derived.styles, { ...clinic.service, authenticate }, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.close()
  await clinic.close()
})

type As = keyof typeof principals

const ask = async (as: As | null, query: string, variables: object = {}, headers: Record<string, string> = {}) => {
  const response = await fetch(`${served.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(as && { authorization: `Bearer ${as}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  return (await response.json()) as any
}

const codes = (body: { errors?: { extensions: { code: string } }[] }) =>
  body.errors?.map(({ extensions }) => extensions.code)

test('a clinician sees the ward, and nobody else of it', async () => {
  const body = await ask(
    'clinician',
    '{ patients(orderBy: name_ASC) { nodes { name ssn } totalCount isTotalCountExact } }',
  )
  expect(body).toEqual({
    data: {
      patients: {
        nodes: [
          { name: 'Ada Okafor', ssn: '219-09-9999' },
          { name: 'Jonas Weber', ssn: null },
        ],
        totalCount: 2,
        isTotalCountExact: true,
      },
    },
  })
})

test('a value that may not be seen is masked', async () => {
  const body = await ask('pharmacist', 'query ($id: UUID!) { patient(rowId: $id) { name ssn } }', { id: ada })
  expect(body.data.patient).toEqual({ name: 'Ada Okafor', ssn: '*******9999' })
})

test('a row that may not be read is not there, by key as by id', async () => {
  const own = await ask('clinician', 'query ($id: UUID!) { patient(rowId: $id) { id } }', { id: ada })
  const other = await ask('pharmacist', 'query ($id: UUID!) { patient(rowId: $id) { id } }', { id: meiLing })
  const body = await ask(
    'clinician',
    'query ($key: UUID!, $own: ID!, $other: ID!) { patient(rowId: $key) { name } node(id: $own) { id __typename ... on Patient { name } } nodes(ids: [$other, "junk", $own]) { __typename } }',
    { key: meiLing, own: own.data.patient.id, other: other.data.patient.id },
  )
  expect(codes(body)).toEqual(['not-found'])
  expect(body.data).toEqual({
    patient: null,
    node: { id: own.data.patient.id, __typename: 'Patient', name: 'Ada Okafor' },
    nodes: [null, null, { __typename: 'Patient' }],
  })
})

test('entities are represented to a gateway by their own read rule', async () => {
  const query = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Patient { name } } }'
  const of = [
    { __typename: 'Patient', rowId: ada },
    { __typename: 'Patient', rowId: meiLing },
    { __typename: 'Nothing', id: '1' },
  ]
  expect((await ask('clinician', query, { of })).data._entities).toEqual([{ name: 'Ada Okafor' }, null, null])
  expect((await ask('pharmacist', query, { of })).data._entities).toEqual([
    { name: 'Ada Okafor' },
    { name: 'Mei-Ling Chen' },
    null,
  ])
})

test('what is not allowed is refused, and the rest is answered', async () => {
  const body = await ask('pharmacist', '{ patients { totalCount } prescriptions { nodes { drug } } }')
  expect(codes(body)).toEqual(['forbidden'])
  expect(body.data).toEqual({
    patients: null,
    prescriptions: { nodes: [{ drug: 'Amoxicillin' }, { drug: 'Salbutamol' }] },
  })
})

test('who is not known is told to sign in, of whatever is asked', async () => {
  expect(codes(await ask(null, '{ patients { totalCount } }'))).toEqual(['unauthenticated'])
  expect(codes(await ask(null, '{ nothing }'))).toEqual(['unauthenticated'])
  expect(codes(await ask(null, '{ __schema { queryType { name } } }'))).toEqual(['unauthenticated'])
})

test('relations have filters, orders and pages of their own, under aliases too', async () => {
  const body = await ask(
    'clinician',
    `{ patients(filter: { name: { startsWith: "Ada" } }) { nodes { name
        all: prescriptions { nodes { drug patient { name } } }
        none: prescriptions(filter: { state: { eq: stopped } }) { nodes { drug } }
        records(first: 1, orderBy: recordedAt_DESC) { edges { node { title } } pageInfo { hasNextPage } } } } }`,
  )
  expect(body.errors).toBeUndefined()
  expect(body.data.patients.nodes).toEqual([
    {
      name: 'Ada Okafor',
      all: { nodes: [{ drug: 'Amoxicillin', patient: { name: 'Ada Okafor' } }] },
      none: { nodes: [] },
      records: { edges: [{ node: { title: 'Community-acquired pneumonia' } }], pageInfo: { hasNextPage: false } },
    },
  ])
})

const create = `mutation ($input: CreatePatientInput!) {
  createPatient(input: $input) { patient { name ward } etag isReplayed problem { code errors { path code } } }
}`

test('a payload tells what was wrong with a form, and what it made', async () => {
  const bad = await ask('clinician', create, {
    input: { value: { name: '', birthDate: '2999-01-01', ward: 'north', extra: 1 } },
  })
  expect(bad.errors).toBeUndefined()
  expect(bad.data.createPatient).toEqual({
    patient: null,
    etag: null,
    isReplayed: false,
    problem: {
      code: 'invalid-input',
      errors: [
        { path: '/birthDate', code: 'too-large' },
        { path: '/extra', code: 'unknown' },
        { path: '/name', code: 'too-short' },
      ],
    },
  })
  const value = { name: 'Noor', birthDate: '1990-01-01', ward: 'north' }
  const first = await ask('clinician', create, { input: { value, idempotencyKey: 'one' } })
  const again = await ask('clinician', create, { input: { value, idempotencyKey: 'one' } })
  expect(first.data.createPatient).toMatchObject({
    patient: { name: 'Noor', ward: 'north' },
    isReplayed: false,
    problem: null,
  })
  expect(again.data.createPatient).toEqual({ ...first.data.createPatient, isReplayed: true })
})

test('without `problem` in the document the same refusal is an error', async () => {
  const body = await ask(
    'clinician',
    'mutation { createPatient(input: { value: { name: "", birthDate: "1990-01-01", ward: "north" } }) { etag } }',
  )
  expect(body.data).toEqual({ createPatient: null })
  expect(body.errors).toMatchObject([
    { path: ['createPatient'], extensions: { code: 'invalid-input', errors: [{ path: '/name', code: 'too-short' }] } },
  ])
})

test('mutations of one document run in order, and a stale tag stops a change', async () => {
  const { data } = await ask('clinician', 'query ($id: UUID!) { patient(rowId: $id) { etag } }', { id: ada })
  const input = { key: { rowId: ada }, patch: { email: 'ada@example.org' }, ifMatch: [data.patient.etag] }
  const change = 'updatePatient(input: $input) { patient { email } problem { code } }'
  const body = await ask('clinician', `mutation ($input: UpdatePatientInput!) { one: ${change} two: ${change} }`, {
    input,
  })
  expect(body.data).toEqual({
    one: { patient: { email: 'ada@example.org' }, problem: null },
    two: { patient: null, problem: { code: 'precondition-failed' } },
  })
})

test('the audit trail is asked for by key', async () => {
  const query =
    'query ($key: PatientKey!) { patientAudit(key: $key, first: 100) { nodes { operation outcome origin { style } } } }'
  const body = await ask('auditor', query, { key: { rowId: ada } })
  expect(body.errors).toBeUndefined()
  expect(body.data.patientAudit.nodes).toContainEqual({
    operation: 'Patient.update',
    outcome: 'ok',
    origin: { style: 'graphql' },
  })
})

test('a page goes on after its cursor', async () => {
  const query =
    'query ($after: String) { patients(first: 1, after: $after, orderBy: [name_ASC]) { nodes { name } pageInfo { endCursor hasNextPage hasPreviousPage } } }'
  const first = await ask('clinician', query)
  const second = await ask('clinician', query, { after: first.data.patients.pageInfo.endCursor })
  expect(first.data.patients).toMatchObject({
    nodes: [{ name: 'Ada Okafor' }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  })
  expect(second.data.patients).toMatchObject({ nodes: [{ name: 'Jonas Weber' }], pageInfo: { hasPreviousPage: true } })
  expect(codes(await ask('clinician', query, { after: 'junk' }))).toEqual(['stale-cursor'])
})
