// The peer: what a careful engineer writes by hand with Fastify and node:sqlite. Same file, same SQL, same answers; no
// sign-in, no access rules (the ward is a constant), no audit, no entity tags.

import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'

const [file = '', ward = ''] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')

const patientColumns =
  't."id", t."name", t."birthDate", t."ssn", t."email", t."ward", CAST(t."dischargedAt" AS TEXT) AS "dischargedAt", CAST(t."createdAt" AS TEXT) AS "createdAt", CAST(t."_version" AS TEXT) AS "version"'
const prescriptionColumns =
  't."id", t."drug", CAST(t."dose" AS TEXT) AS "dose", t."unit", t."state", t."startsOn", t."endsOn", t."patientId"'
const labColumns =
  't."id", t."test", CAST(t."value" AS TEXT) AS "value", t."unit", t."isAbnormal", CAST(t."takenAt" AS TEXT) AS "takenAt", t."patientId"'
const inWard = '(SELECT r1."ward" FROM "patient" AS r1 WHERE r1."id" = t."patientId") = ?'

const readOne = database.prepare(`SELECT ${patientColumns} FROM "patient" AS t WHERE t."id" = ? AND t."ward" = ?`)
const listPage = database.prepare(
  `SELECT ${patientColumns} FROM "patient" AS t WHERE t."ward" = ? ORDER BY t."id" LIMIT 21`,
)
const page = (columns: string, table: string) =>
  database.prepare(
    `SELECT * FROM (SELECT ${columns}, row_number() OVER (PARTITION BY t."patientId" ORDER BY t."id") AS place FROM "${table}" AS t WHERE t."patientId" IN (SELECT value FROM json_each(?)) AND ${inWard}) AS numbered WHERE place <= 21 ORDER BY place`,
  )
const prescriptionsOf = page(prescriptionColumns, 'prescription')
const labsOf = page(labColumns, 'lab_result')
const insert = database.prepare(
  'INSERT INTO "lab_result" ("id", "test", "value", "unit", "isAbnormal", "takenAt", "patientId") VALUES (?, ?, ?, ?, ?, ?, ?)',
)

type Row = Record<string, string | number | null>

const instant = (micros: string | number | null): string | null => {
  if (micros === null) return null
  const value = BigInt(micros)
  const text = new Date(Number(value / 1000n)).toISOString()
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text.replace(/0+Z$/, 'Z')
}
const decimal = (digits: string, scale: number): string => {
  const padded = digits.padStart(scale + 1, '0')
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

const patient = ({ version: _, ...row }: Row) => ({
  ...row,
  dischargedAt: instant(row.dischargedAt ?? null),
  createdAt: instant(row.createdAt ?? null),
})
const prescription = ({ place: _, ...row }: Row) => ({ ...row, dose: decimal(String(row.dose), 2) })
const lab = ({ place: _, ...row }: Row) => ({
  ...row,
  value: decimal(String(row.value), 3),
  isAbnormal: row.isAbnormal === 1,
  takenAt: instant(row.takenAt ?? null),
})

const grouped = <Item extends Row>(rows: readonly Item[]): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const row of rows) {
    const group = groups.get(String(row.patientId))
    if (group) group.push(row)
    else groups.set(String(row.patientId), [row])
  }
  return groups
}

const app = fastify()

app.get<{ Params: { id: string } }>('/api/patients/:id', (request, reply) => {
  const row = readOne.get(request.params.id, ward) as Row | undefined
  if (!row) return reply.code(404).send({ code: 'not-found' })
  return reply.send(patient(row))
})

app.get<{ Querystring: { include?: string } }>('/api/patients', (request, reply) => {
  const rows = listPage.all(ward) as Row[]
  const items: Record<string, unknown>[] = rows.slice(0, 20).map(patient)
  const next = rows.length > 20 ? String(items.at(-1)?.id) : null
  if (request.query.include !== undefined) {
    const ids = JSON.stringify(items.map(({ id }) => id))
    const prescriptions = grouped((prescriptionsOf.all(ids, ward) as Row[]).map(prescription) as Row[])
    const labs = grouped((labsOf.all(ids, ward) as Row[]).map(lab) as Row[])
    for (const item of items) {
      item.prescriptions = { items: prescriptions.get(String(item.id)) ?? [], next: null }
      item.labResults = { items: labs.get(String(item.id)) ?? [], next: null }
    }
  }
  return reply.send({ items, next })
})

app.post<{ Body: { test: string; value: string; unit: string; takenAt: string; patientId: string } }>(
  '/api/labs/results',
  (request, reply) => {
    const { test, value, unit, takenAt, patientId } = request.body
    const id = randomUUID()
    insert.run(id, test, BigInt(value.replace('.', '')), unit, 0, BigInt(Date.parse(takenAt)) * 1000n, patientId)
    return reply.code(201).send({ id, test, value, unit, isAbnormal: false, takenAt, patientId })
  },
)

console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }))
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
