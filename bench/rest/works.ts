import { labBody, patientIds } from '../rest-sqlite/rows.ts'
import type { Request } from './measure.ts'

export type Peer = 'generated' | 'hand-written' | 'PostGraphile'

/** One thing that they are asked for, those that can do it, and what of their answers must be equal. */
export interface Work {
  readonly name: string
  readonly count: number
  readonly status: number
  readonly isRead: boolean
  /** The most CPU it may cost against the hand-written one; null where the two do not do the same. */
  readonly handWrittenMost: number | null
  readonly make: Readonly<Partial<Record<Peer, (at: number, token: string | null) => Request>>>
  readonly answer: Readonly<Record<Peer, (body: unknown) => unknown>>
}

const ids = patientIds()
const idAt = (at: number): string => ids[(at * 7) % ids.length] ?? ''

const get =
  (pathAt: (at: number) => string) =>
  (at: number, token: string | null): Request => ({
    method: 'GET',
    path: pathAt(at),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })

const post = (path: string, body: unknown, token: string | null): Request => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const patientFields = 'id: rowId name birthDate ssn email ward dischargedAt createdAt'
const prescriptionFields = 'id: rowId drug dose unit state startsOn endsOn patientId'
const labFields = 'id: rowId test value unit isAbnormal takenAt patientId'

const oneQuery = `query One($id: UUID!) { patientByRowId(rowId: $id) { ${patientFields} } }`
const listQuery = `{ allPatients(first: 20, condition: { ward: "north" }) { nodes { ${patientFields} } pageInfo { hasNextPage endCursor } } }`
const nestedQuery = `{ allPatients(first: 20, condition: { ward: "north" }) { nodes { ${patientFields} prescriptions: prescriptionsByPatientId(first: 20) { nodes { ${prescriptionFields} } } labResults: labResultsByPatientId(first: 20) { nodes { ${labFields} } } } pageInfo { hasNextPage endCursor } } }`
const createQuery =
  'mutation Make($row: LabResultInput!) { createLabResult(input: { labResult: $row }) { labResult { rowId test value unit isAbnormal takenAt patientId } } }'

type Json = Record<string, unknown>

/** Rows by value: members in order of name, moments in one spelling, pages as lists. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? plainText(value) : value
  const of = value as Json
  if (Array.isArray(of.nodes)) return plain(of.nodes)
  if (Array.isArray(of.items)) return plain(of.items)
  return Object.fromEntries(
    Object.entries(of)
      .map(([name, each]) => [name, plain(each)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const plainText = (text: string): string =>
  text.replace(/(?:\.0+)?\+00:00$/, 'Z').replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z$/, '$1Z')

const dataOf =
  (member: string) =>
  (body: unknown): unknown =>
    plain(((body as Json).data as Json)[member])

const insert = (at: number, token: string | null): Request => post('/api/labs/results', labBody(idAt(at)), token)

export const works: readonly Work[] = [
  {
    name: 'read by id',
    count: 3000,
    status: 200,
    isRead: true,
    handWrittenMost: null,
    make: {
      generated: get((at) => `/api/patients/${idAt(at)}`),
      'hand-written': get((at) => `/api/patients/${idAt(at)}`),
      PostGraphile: (at) => post('/graphql', { query: oneQuery, variables: { id: idAt(at) } }, null),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: dataOf('patientByRowId') },
  },
  {
    // Signed in, with an entity tag, a line of log and an entry: what ours does besides is part of neither or of both.
    name: 'read by id on record',
    count: 3000,
    status: 200,
    isRead: false,
    handWrittenMost: 1.3,
    make: {
      generated: get((at) => `/api/patients/${idAt(at)}`),
      'hand-written': get((at) => `/api/on-record/patients/${idAt(at)}`),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: plain },
  },
  {
    name: 'list of 20',
    count: 1500,
    status: 200,
    isRead: true,
    handWrittenMost: null,
    make: {
      generated: get(() => '/api/patients'),
      'hand-written': get(() => '/api/patients'),
      PostGraphile: () => post('/graphql', { query: listQuery }, null),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: dataOf('allPatients') },
  },
  {
    name: 'list of 20 on record',
    count: 1500,
    status: 200,
    isRead: false,
    handWrittenMost: 1.3,
    make: {
      generated: get(() => '/api/patients'),
      'hand-written': get(() => '/api/on-record/patients'),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: plain },
  },
  {
    name: 'list of 20 with two relations',
    count: 400,
    status: 200,
    isRead: true,
    handWrittenMost: 1.3,
    make: {
      generated: get(() => '/api/patients?include=prescriptions,labResults'),
      'hand-written': get(() => '/api/patients?include=prescriptions,labResults'),
      PostGraphile: () => post('/graphql', { query: nestedQuery }, null),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: dataOf('allPatients') },
  },
  {
    name: 'insert on record',
    count: 2000,
    status: 201,
    isRead: false,
    handWrittenMost: 3,
    make: {
      generated: insert,
      'hand-written': (at) => post('/api/on-record/labs/results', labBody(idAt(at)), null),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: plain },
  },
  {
    // Ours is on record all the same: what the others leave out is part of the ratio.
    name: 'insert of a row alone',
    count: 2000,
    status: 201,
    isRead: false,
    handWrittenMost: null,
    make: {
      generated: insert,
      'hand-written': (at) => post('/api/labs/results', labBody(idAt(at)), null),
      PostGraphile: (at) =>
        post(
          '/graphql',
          {
            query: createQuery,
            variables: {
              row: { ...JSON.parse(labBody(idAt(at))), rowId: crypto.randomUUID(), isAbnormal: false },
            },
          },
          null,
        ),
    },
    answer: { generated: plain, 'hand-written': plain, PostGraphile: plain },
  },
]
