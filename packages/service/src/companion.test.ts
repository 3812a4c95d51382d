import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryDatabase } from '@charter/charter'
import { readConfig, type Service } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openService } from './open-service.ts'
import { derivedOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { priceDesk } from './testing/price-desk.ts'
import { makeTheirs, overTheirs, priceTables, sayTheirs, tablesIn } from './testing/their-desk.ts'

describe.each(databases)('tables of jobs beside the state in a database of somebody else’s, on %s', (database) => {
  let folder: string
  let theirs: TemporaryDatabase
  const opened: Service[] = []
  const withoutJobs = `charter: 1
name: price-desk
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk] }
entities:
  Price:
    key: sku
    fields: { sku: { type: text, length: 1..40 }, cents: { type: int32, min: 0 } }
    allow: { clerk: { do: [read, list] } }
`
  const text = (more = priceDesk(database)) => overTheirs(more, database, theirs.url)
  const started = async (of: string, allow = 'false'): Promise<Service> => {
    const env = { CHARTER_MODE: 'development', CHARTER_DATA: folder, CHARTER_ALLOW_DDL: allow, JOBS_AT_ONCE: '0' }
    const service = await openService(derivedOf(of), {
      config: readConfig(env, { name: 'price-desk', databaseUrl: theirs.url }),
    })
    opened.push(service)
    return service
  }
  /** What whoever starts it is told. */
  const refusal = (of: string, allow?: string): Promise<string> =>
    started(of, allow).then(
      () => '',
      (error: { problem: { cause: Error } }) => error.problem.cause.message,
    )
  const migrate = (of: string, goal: 'expand' | 'contract', isDryRun = false, drops: readonly string[] = []) => {
    const { connector, charter } = derivedOf(of)
    return connector.migrate(theirs.url, { charter, goal, isDryRun, drops, expressions: {} })
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'charter-companion-'))
    theirs = await makeTheirs(database, priceTables(database))
    await sayTheirs(theirs.url, `INSERT INTO "price" ("sku", "cents") VALUES ('theirs', 5)`)
  })
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close()
    await theirs.remove()
    rmSync(folder, { recursive: true })
  })

  test('they are made only where that is allowed, by name, also where the state is there already; after that no leave is needed', async () => {
    const before = await tablesIn(theirs.url)
    expect(await refusal(text())).toMatch(/state is to be kept.*--allow-ddl/)
    expect(await tablesIn(theirs.url)).toEqual(before)
    await started(text(withoutJobs), 'true')
    const withState = await tablesIn(theirs.url)
    const sentence = await refusal(text())
    for (const name of ['import_prices_job', 'raise_price_job', 'tidy_job']) expect(sentence).toContain(name)
    expect(sentence).toMatch(/--allow-ddl.*--state-ddl --charter.*leave out of the charter/)
    expect(await tablesIn(theirs.url)).toEqual(withState)
    await started(text(), 'true')
    expect((await tablesIn(theirs.url)).length).toBe(withState.length + 4)
    await started(text())
  })

  test('their owner makes them from what is printed, with what the service knows them by', async () => {
    const { connector, charter } = derivedOf(text())
    const { statements } = await connector.stateDdl(charter)
    for (const statement of statements) await sayTheirs(theirs.url, statement)
    await started(text())
    expect((await migrate(text(), 'expand')).state).toBe('settled')
    expect((await connector.stateDdl()).statements.length).toBeLessThan(statements.length - 3)
  })

  test('what is printed may be said where it is there already, and makes nothing of another version beside it', async () => {
    const said = async (of: string) => {
      const { connector, charter } = derivedOf(of)
      for (const statement of (await connector.stateDdl(charter)).statements) await sayTheirs(theirs.url, statement)
    }
    await started(text(), 'true')
    const before = await tablesIn(theirs.url)
    await said(text())
    await said(text(withoutJobs))
    expect(await tablesIn(theirs.url)).toEqual(before)
    const next = priceDesk(database).replace('operations:\n', 'operations:\n  countPrices: { mode: job }\n')
    await expect(said(text(next))).rejects.toThrow()
    expect(await tablesIn(theirs.url)).toEqual(before)
    await started(text())
  })

  test('another version of the charter has them migrated, and nothing of theirs; the one before runs on until that is contracted', async () => {
    await started(text(), 'true')
    const next = priceDesk(database)
      .replace('keep: 2 days, result: int32', 'keep: 2 days')
      .replace('input: { by: { type: int32, min: 1 } }', 'input: { by: { type: int32, min: 1 } }\n    result: text')
      .replace('operations:\n', 'operations:\n  countPrices: { mode: job, rights: service, every: 1 day }\n')
    expect(await refusal(text(next), 'true')).toContain('charter migrate')
    const theirRows = () => sayTheirs(theirs.url, 'SELECT * FROM "price"')
    const rows = await theirRows()
    const dry = await migrate(text(next), 'expand', true)
    expect(dry.blocked).toEqual([])
    const said = dry.steps.flatMap(({ sql }) => sql).join('\n')
    expect(said).toMatch(/count_prices_job/)
    expect(said).toMatch(/raise_price_job/)
    expect(said).not.toMatch(/"price"|"offer"/)
    expect((await migrate(text(next), 'expand')).state).toBe('expanded')
    await started(text())
    await started(text(next))
    expect((await migrate(text(next), 'contract')).blocked).toEqual([
      'The values of TidyJob.result would be lost. If that is meant: --drop TidyJob.result',
    ])
    expect((await migrate(text(next), 'contract', false, ['TidyJob.result'])).state).toBe('settled')
    await started(text(next))
    expect(await refusal(text())).toContain('charter migrate')
    expect(await theirRows()).toEqual(rows)
    // How its owner has the file written stays as it was.
    if (database === 'sqlite') expect(await sayTheirs(theirs.url, 'PRAGMA journal_mode')).toEqual([['delete']])
  })
})
