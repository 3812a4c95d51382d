import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import type { ServiceLog } from '@charter/runtime'
import { openLog, readConfig } from '@charter/runtime/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService } from './open-service.ts'
import { attached, makeAttached, say } from './testing/attached.ts'
import { call, clinician, codeOf, derivedOf } from './testing/clinic.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-wrong-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const open = (database: 'sqlite' | 'postgresql', url: string, log: ServiceLog | null = null) =>
  openService(derivedOf(attached(database, url)), {
    config: readConfig(
      { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: url },
      { name: 'clinic', databaseUrl: url },
    ),
    log,
  })

const refusal = (...says: readonly string[]) => ({
  problem: { code: 'unavailable', cause: { message: expect.stringMatching(says.join('[^]*')) } },
})

test('a SQLite file of somebody else’s that is not there is refused by name, and not made', async () => {
  const path = join(folder, 'nothere.db')
  await expect(open('sqlite', `file:${path}`)).rejects.toMatchObject(refusal('There is no SQLite file .*nothere.db'))
  expect(existsSync(path)).toBe(false)
})

test('an empty SQLite file is not served: what it lacks is named', async () => {
  const path = join(folder, 'empty.db')
  writeFileSync(path, '')
  await expect(open('sqlite', `file:${path}`)).rejects.toMatchObject(refusal('Patient \\("patient"\\): no such table'))
})

test('an empty PostgreSQL database is not served: what it lacks is named', async () => {
  const connector = connectors.find(({ name }) => name === 'postgresql')
  const made = await connector?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
  try {
    await expect(open('postgresql', made?.url ?? '')).rejects.toMatchObject(
      refusal('Patient \\(.*"patient"\\): .*relation .* does not exist'),
    )
  } finally {
    await made?.remove()
  }
})

test('what PostgreSQL does not have any more is a failure that stays, with one line of why and of which request', async () => {
  const made = await makeAttached('postgresql', folder)
  const lines: string[] = []
  const log = openLog({ level: 'error', name: 'clinic', to: { write: (line) => lines.push(line) } })
  const service = await open('postgresql', made.url, log)
  try {
    await say(made.url, 'ALTER TABLE "patient" RENAME COLUMN "name" TO "called"')
    const asked = call('Patient.list', clinician, { origin: { style: 'rest', address: '::1', requestId: 'r-7' } })
    expect(codeOf(await service.execute(asked))).toBe('internal')
    expect(lines).toEqual([expect.stringMatching(/"requestId":"r-7".*"code":"42703"/)])
  } finally {
    await service.close()
    await made.remove()
  }
})
