import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Charter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { plainDatabase } from '@charter/connectors/testing'
import { charterVersion } from '@charter/project/version'
import { type Derived, derive, openSource } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { expect, test } from 'vitest'
import { platformCharter } from '../platform-charter.ts'
import { migrate } from './migrate.ts'
import { memoryTarget, openOn } from './testing/cared-for.ts'

type Fields = Charter['entities'][number]['fields']

/** The platform of another version: its environments have other fields. */
const another = async (url: string, change: (fields: Fields) => Fields): Promise<Derived<SqlConnector>> => {
  const { charter } = await platformCharter({ DATABASE_URL: url })
  const entities = charter.entities.map((entity) =>
    entity.name === 'Environment' ? { ...entity, fields: change(entity.fields) } : entity,
  )
  return derive({ ...charter, entities }, connectors)
}

/** Opens its database as a server of it does, and closes it. */
const serve = async (derived: Derived<SqlConnector>, url: string, row?: object): Promise<void> => {
  const opened = await openSource(derived, { url, dataFolder: '' })
  const ids = { projectId: '01a22c5b-0000-7000-8000-000000000001', organisationId: 'acme' }
  await opened
    .store(derived.model, derived.plans)
    .transaction(async (on) => {
      if (!row) return
      const made = { title: 'Notes', isReviewed: true, createdBy: 'ann', createdAt: '2026-11-30T12:00:00Z' }
      await on.insert('Project', { ...ids, id: ids.projectId, name: 'notes', ...made })
      await on.insert('Environment', {
        ...ids,
        approvals: 1,
        requires: [],
        variables: [],
        reaches: [],
        seal: null,
        saidBy: 'ann',
        ...row,
      })
    })
    .finally(() => opened.close())
}

const environment = { id: '01a22c5b-0000-7000-8000-000000000002', name: 'trial' }

test.each(['a file', 'PostgreSQL'])(
  'on %s servers of two versions run side by side, until the one of before is gone',
  async (place) => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-migrate-'))
    const made = place === 'a file' ? null : await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
    const database = made?.url ?? null
    const url = database ?? `file:${join(folder, 'platform.db')}`
    const older = await another(url, (fields) => fields.filter(({ name }) => name !== 'region'))
    const newer = await platformCharter({ DATABASE_URL: url })
    try {
      await serve(older, url, environment)
      await expect(openOn(folder, memoryTarget(), database === null ? {} : { DATABASE_URL: url })).rejects.toThrow(
        /of another version of Charter.*charter platform migrate/,
      )
      expect(await migrate({ folder, url: database, isDryRun: true })).toMatchObject({ steps: expect.any(Array) })
      expect(await migrate({ folder, url: database })).toMatchObject({ state: 'expanded', blocked: [] })
      await serve(older, url)
      await serve(newer, url)
      expect(await migrate({ folder, url: database, isContracted: true })).toMatchObject({
        state: 'settled',
        blocked: [],
      })
      await serve(newer, url)
      await expect(serve(older, url)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
      const platform = await openOn(folder, memoryTarget(), database === null ? {} : { DATABASE_URL: url })
      const query = { entity: 'Environment', rules: null, fields: ['name', 'region'] } as const
      const found = await platform.service.store.current.find(query, {})
      await platform.close()
      expect(found.map((row) => [row.value(0), row.value(1)])).toEqual([['trial', 'local']])
    } finally {
      await made?.remove()
      rmSync(folder, { recursive: true })
    }
  },
  60_000,
)

test('a database of a newer version loses nothing to this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-migrate-'))
  const url = `file:${join(folder, 'platform.db')}`
  const newer = await another(url, (fields) =>
    fields.flatMap((field) =>
      field.name === 'region' ? [field, { ...field, id: 'Environment.zone', name: 'zone' }] : [field],
    ),
  )
  await serve(newer, url, { ...environment, region: 'local', zone: 'a' })
  await expect(migrate({ folder, url: null })).rejects.toThrow(/of a newer version.*Environment\.zone/)
  await serve(newer, url)
  await expect(openOn(folder, memoryTarget())).rejects.toThrow(/of a newer version/)
  rmSync(folder, { recursive: true })
})

test('an older version of Charter does not bring the database of a newer one back to itself, and names that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-newer-'))
  try {
    await (await openOn(folder, memoryTarget(), {})).close()
    const said = JSON.parse(readFileSync(join(folder, 'charter-version.json'), 'utf8'))
    expect(said).toEqual({ charter: charterVersion() })
    writeFileSync(join(folder, 'charter-version.json'), JSON.stringify({ charter: '99.1.0' }))
    const refusal = `The database is of Charter 99.1.0, and this is Charter ${charterVersion()}.`
    for (const isContracted of [false, true])
      await expect(migrate({ folder, url: null, isContracted })).rejects.toThrow(refusal)
    // Servers of before run on beside those of the newer one, and may be started again.
    await (await openOn(folder, memoryTarget(), {})).close()
    expect(readFileSync(join(folder, 'charter-version.json'), 'utf8')).toContain('99.1.0')
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
