import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Charter, parseCharter } from '@charter/charter'
import { unindexed } from '@charter/sql'
import { expect, test } from 'vitest'
import { introspect as introspectPostgresql } from '../postgresql/introspect/introspect.ts'
import { say, temporary } from '../postgresql/testing.ts'
import { introspect as introspectSqlite } from '../sqlite/introspect/introspect.ts'

const tables = [
  'CREATE TABLE ward (id int PRIMARY KEY, name varchar(40))',
  'CREATE TABLE patient (id int PRIMARY KEY, ward_id int NOT NULL REFERENCES ward, doctor_id int REFERENCES ward, region varchar(20))',
  'CREATE INDEX patient_doctor ON patient (doctor_id, id)',
  'CREATE INDEX some_patients ON patient (ward_id) WHERE id > 3',
]

const charterIn = (document: string): Charter => {
  const { charter } = parseCharter({ 'charter.yaml': document })
  if (!charter) throw new Error(document)
  return charter
}
const withRule = (charter: Charter): Charter => ({
  ...charter,
  entities: charter.entities.map((entity) =>
    entity.name === 'Patient'
      ? {
          ...entity,
          allow: [
            {
              role: 'a',
              do: ['list'],
              when: 'resource.region == principal.region',
              reveal: [],
              text: '',
              place: entity.place,
            },
          ],
        }
      : entity,
  ),
})

test('what relations and rules find rows by in somebody else’s SQLite file is told where no index begins with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-unindexed-'))
  const file = join(folder, 'a.db')
  const database = new DatabaseSync(file)
  for (const each of tables) database.exec(each)
  database.close()
  const { document, indexes } = await introspectSqlite(file, { name: 'a' })
  const charter = charterIn(document)
  const wards = { about: 'patient.ward_id', sql: 'CREATE INDEX "patient_by_ward_id" ON "patient" ("ward_id")' }
  expect(unindexed(charter, indexes)).toEqual([wards])
  const regions = { about: 'patient.region', sql: 'CREATE INDEX "patient_by_region" ON "patient" ("region")' }
  expect(unindexed(withRule(charter), indexes)).toEqual([wards, regions])
  rmSync(folder, { recursive: true })
})

test('what relations and rules find rows by in somebody else’s PostgreSQL database is told likewise', async () => {
  const place = await temporary()
  await say(place.url, tables.join(';'))
  const { document, indexes } = await introspectPostgresql(place.url, { name: 'a' })
  const charter = charterIn(document)
  expect(unindexed(withRule(charter), indexes)).toEqual([
    { about: 'patient.ward_id', sql: 'CREATE INDEX ON "public"."patient" ("ward_id")' },
    { about: 'patient.region', sql: 'CREATE INDEX ON "public"."patient" ("region")' },
  ])
  await place.remove()
})
