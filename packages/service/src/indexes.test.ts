import type { Selection } from '@charter/runtime'
import type { SqlRow, SqlValue } from '@charter/sql/store'
import { databaseOf, isRead, type Sql, textOf } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, clinician, clinicText, codeOf, type Opened, open } from './testing/clinic.ts'
import { type DatabaseName, databases } from './testing/databases.ts'

const many = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 4000)'
const id = (x: string) =>
  `'00000000-0000-4000-8000-' || substr('000000000000' || ${x}, length('000000000000' || ${x}) - 11)`

interface Explaining {
  /** The setting of how many steps a statement may take by itself, where the server has one. */
  readonly recursions: string | null
  readonly analyze: string
  readonly explain: string
  line(row: SqlRow): string
}

const last = (row: SqlRow): string => String(row.at(-1))

const servers: Readonly<Record<DatabaseName, Explaining>> = {
  sqlite: { recursions: null, analyze: 'ANALYZE', explain: 'EXPLAIN QUERY PLAN', line: last },
  postgresql: { recursions: null, analyze: 'ANALYZE', explain: 'EXPLAIN', line: last },
  mariadb: {
    recursions: 'max_recursive_iterations',
    analyze: 'ANALYZE TABLE patient, prescription',
    explain: 'EXPLAIN',
    // `t ref`
    line: (row) => `${row[2]} ${row[3]}`,
  },
  mysql: {
    recursions: 'cte_max_recursion_depth',
    analyze: 'ANALYZE TABLE patient, prescription',
    explain: 'EXPLAIN FORMAT = TRADITIONAL',
    line: (row) => `${row[2]} ${row[4]}`,
  },
}

describe.each(databases)('indexes of what we own, on %s', (database) => {
  let opened: Opened
  let asked: [Sql, readonly SqlValue[]][]
  beforeEach(async () => {
    opened = await open({ text: clinicText().replace('own: sqlite', `own: ${database}`) })
    asked = []
    const { all } = databaseOf(opened.service.store)
    Object.assign(databaseOf(opened.service.store), {
      all: (...given: Parameters<typeof all>) => {
        if (isRead(given[0])) asked.push([given[0], given[1]])
        return all(...given)
      },
    })
    const isPostgresql = database === 'postgresql'
    const [schema, text] = isPostgresql ? ['public.', 'x::text'] : ['', 'x']
    const createdAt = database === 'sqlite' ? '0' : 'now()'
    const { recursions } = servers[database]
    if (recursions !== null) await databaseOf(opened.service.store).all(`SET GLOBAL ${recursions} = 10000`, [])
    await databaseOf(opened.service.store).transaction(async (on) => {
      if (recursions !== null) await on.run(`SET SESSION ${recursions} = 10000`, [])
      const uuid = isPostgresql ? `(${id(text)})::uuid` : id(text)
      await on.run(
        `INSERT INTO ${schema}"patient" ("id", "name", "birthDate", "ward", "createdAt") ${many} SELECT ${uuid}, 'Name', ${isPostgresql ? 'DATE ' : ''}'2000-01-01', 'ward ' || (x % 400), ${createdAt} FROM n`,
        [],
      )
      for (const [at, drug] of ['a', 'b', 'c'].entries())
        await on.run(
          `INSERT INTO ${schema}"prescription" ("id", "patientId", "drug", "dose", "unit", "state", "startsOn") ${many} SELECT ${uuid.replaceAll('-4000-', `-400${at + 1}-`)}, ${uuid}, '${drug}', 1, 'mg', 'written', ${isPostgresql ? 'DATE ' : ''}'2020-01-01' FROM n`,
          [],
        )
    })
  })
  afterEach(() => opened.close())

  /** The plan of every statement that a call asks. */
  const plansOf = async (operation: string, select: Selection): Promise<readonly string[]> => {
    const from = { ...clinician, attributes: { ward: 'ward 7' } }
    await databaseOf(opened.service.store).transaction((on) => on.run(servers[database].analyze, []))
    asked = []
    expect(codeOf(await opened.service.execute({ ...call(operation, from), select }))).toBe('ok')
    const { explain, line } = servers[database]
    const plans: string[] = []
    for (const [sql, values] of [...asked]) {
      const rows = await databaseOf(opened.service.store).all(`${explain} ${textOf(sql)}`, values)
      plans.push(rows.map(line).join('\n'))
    }
    return plans
  }
  /** A scan of a table; one of rows that were found already, or of a list of keys, is none. */
  const scans = /SCAN (?:t|j|r\d)\b|Seq Scan on (?:patient|prescription)|^(?:t|j|r\d) (?:ALL|index)$/m

  /** Statistics that a server makes in the background may not be those of all rows yet. */
  const settled = (look: () => Promise<void>): Promise<void> => vi.waitFor(look, { timeout: 20_000, interval: 250 })

  test('neither a list under a rule over a column, nor a count, nor an include looks at every row', () =>
    settled(async () => {
      const plans = await plansOf('Patient.list', { count: true, include: { prescriptions: { count: true } } })
      expect(plans.length).toBe(4)
      for (const plan of plans) expect(plan).not.toMatch(scans)
    }))

  test('a rule that a relation reaches is asked by key', () =>
    settled(async () => {
      const plans = await plansOf('Prescription.list', { include: { patient: {} } })
      for (const plan of plans) expect(plan).not.toMatch(/SCAN r\d|Seq Scan on patient|^r\d (?:ALL|index)$/m)
    }))
})
