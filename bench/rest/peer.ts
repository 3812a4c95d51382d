// The peer: what a careful engineer writes by hand with Fastify and pg. Same tables, same SQL, same answers; no sign-in, no
// access rules (the ward is a constant), no audit, no entity tags; but for one way to insert and one to read, which keep as much as ours
// (on-record.ts, reads-on-record.ts).

import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'
import { makeRecord, onRecord } from './on-record.ts'
import { readsOnRecord } from './reads-on-record.ts'

const [url = '', ward = ''] = process.argv.slice(2)
const isRead = (value: string): string => value
const pool = new pg.Pool({
  connectionString: url,
  max: 10,
  options: '-c TimeZone=UTC -c DateStyle=ISO',
  // Dates and moments stay the text they are: a JavaScript Date would change them.
  types: { getTypeParser: (oid, format) => (textual.has(oid) ? isRead : pg.types.getTypeParser(oid, format)) },
})
const textual = new Set<number>([1082, 1114, 1184])

const patientColumns = 't."id", t."name", t."birthDate", t."ssn", t."email", t."ward", t."dischargedAt", t."createdAt"'
const prescriptionColumns = 't."id", t."drug", t."dose", t."unit", t."state", t."startsOn", t."endsOn", t."patientId"'
const labColumns = 't."id", t."test", t."value", t."unit", t."isAbnormal", t."takenAt", t."patientId"'
const inWard = '(SELECT r1."ward" FROM "patient" AS r1 WHERE r1."id" = t."patientId") = $2'

const readOne = `SELECT ${patientColumns} FROM "patient" AS t WHERE t."id" = $1 AND t."ward" = $2`
const listPage = `SELECT ${patientColumns} FROM "patient" AS t WHERE t."ward" = $1 ORDER BY t."id" LIMIT 21`
const page = (columns: string, table: string): string =>
  `SELECT * FROM (SELECT ${columns}, row_number() OVER (PARTITION BY t."patientId" ORDER BY t."id") AS place FROM "${table}" AS t WHERE t."patientId" = ANY($1) AND ${inWard}) AS numbered WHERE place <= 21 ORDER BY place`
const insert =
  'INSERT INTO "lab_result" ("id", "test", "value", "unit", "isAbnormal", "takenAt", "patientId") VALUES ($1, $2, $3, $4, $5, $6, $7)'

type Row = Record<string, string | number | boolean | null>

const all = async (name: string, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await pool.query<Row>({ name, text, values: [...values] })).rows

const instant = (text: string | number | boolean | null | undefined): string | null =>
  typeof text === 'string' ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : null

const patient = (row: Row): Row => ({
  ...row,
  dischargedAt: instant(row.dischargedAt),
  createdAt: instant(row.createdAt),
})
const prescription = ({ place: _, ...row }: Row): Row => row
const lab = ({ place: _, ...row }: Row): Row => ({ ...row, takenAt: instant(row.takenAt) })

const grouped = (rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(String(row.patientId))
    if (group) group.push(row)
    else groups.set(String(row.patientId), [row])
  }
  return groups
}

const app = fastify()

app.get<{ Params: { id: string } }>('/api/patients/:id', async (request, reply) => {
  const [row] = await all('one', readOne, [request.params.id, ward])
  if (!row) return reply.code(404).send({ code: 'not-found' })
  return patient(row)
})

const patients = async (of: string) => {
  const rows = await all('page', listPage, [of])
  const items: Record<string, unknown>[] = rows.slice(0, 20).map(patient)
  return { items, next: rows.length > 20 ? String(items.at(-1)?.id) : null }
}

app.get<{ Querystring: { include?: string } }>('/api/patients', async (request) => {
  const { items, next } = await patients(ward)
  if (request.query.include !== undefined) {
    const ids = items.map(({ id }) => id)
    const prescriptions = grouped(
      (await all('prescriptions', page(prescriptionColumns, 'prescription'), [ids, ward])).map(prescription),
    )
    const labs = grouped((await all('labs', page(labColumns, 'lab_result'), [ids, ward])).map(lab))
    for (const item of items) {
      item.prescriptions = { items: prescriptions.get(String(item.id)) ?? [], next: null }
      item.labResults = { items: labs.get(String(item.id)) ?? [], next: null }
    }
  }
  return { items, next }
})

app.post<{ Body: { test: string; value: string; unit: string; takenAt: string; patientId: string } }>(
  '/api/labs/results',
  async (request, reply) => {
    const { test, value, unit, takenAt, patientId } = request.body
    const id = randomUUID()
    await pool.query({ name: 'insert', text: insert, values: [id, test, value, unit, false, takenAt, patientId] })
    return reply.code(201).send({ id, test, value, unit, isAbnormal: false, takenAt, patientId })
  },
)

await makeRecord(pool)
onRecord(app, pool, { ward, answerOf: lab })
await app.register(async (scope) =>
  readsOnRecord(scope, pool, {
    readOne: async (id, of) => {
      const [row] = await all('one', readOne, [id, of])
      return row ? patient(row) : null
    },
    readPage: patients,
  }),
)

console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }))
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
