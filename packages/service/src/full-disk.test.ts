import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, type Service, verifyReplicaLog } from '@charter/runtime/service'
import { databaseOf } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openService } from './open-service.ts'
import { attached, makeAttached } from './testing/attached.ts'
import { bodyOf, call, clinician, codeOf, derivedOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

let disk: string

/** A disk of 3 MiB. Null with the reason where this machine lets nobody make one. */
const whyNot = ((): string | null => {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const folder = mkdtempSync(join(tmpdir(), 'charter-mount-'))
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { encoding: 'utf8' })
  if (made.status === 0) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return made.status === 0 ? null : `a small disk cannot be mounted here: ${made.stderr || made.error?.message}`
})()

/** Takes the last byte. */
const fill = (): void => {
  const chunk = Buffer.alloc(4096)
  try {
    for (let at = 0; ; at++) writeFileSync(join(disk, `filler-${at}`), chunk)
  } catch {
    // It is full.
  }
}
const free = (): void => {
  for (const name of readdirSync(disk)) if (name.startsWith('filler-')) rmSync(join(disk, name))
}

const ownedText = attached('sqlite', 'x').replace(/main: \{.*?\}/, 'main: { own: sqlite }')

const create = (service: Service, name: string, idempotencyKey?: string) =>
  service.execute(
    call('Patient.create', clinician, { value: { name, ward: 'north' }, ...(idempotencyKey && { idempotencyKey }) }),
  )
const names = async (service: Service, table: string): Promise<readonly unknown[]> =>
  (await databaseOf(service.store).all(`SELECT "name" FROM ${table} ORDER BY "name"`, [])).map(([name]) => name)

const logsVerify = async (): Promise<void> => {
  for (const name of readdirSync(join(disk, 'audit')))
    expect(await verifyReplicaLog(join(disk, 'audit', name))).toMatchObject({ isWhole: true, unsealed: 0 })
}

describe.skipIf(whyNot !== null)(`a full disk${whyNot === null ? '' : ` (skipped: ${whyNot})`}`, () => {
  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'charter-disk-'))
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk])
  })
  afterEach(() => {
    spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })

  /** Writes until the disk refuses; nothing but `unavailable` may be said of it, and each answer is true. */
  const live = async (service: Service, table: string): Promise<void> => {
    const done: string[] = []
    const write = async (name: string, key?: string): Promise<string> => {
      const code = codeOf(await create(service, name, key))
      if (code === 'ok') done.push(name)
      return code
    }
    const { id } = bodyOf(await create(service, 'a0')) as { id: string }
    done.push('a0')
    fill()
    const codes = new Set<string>()
    for (let at = 0; at < 40; at++) codes.add(await write(`b${String(at).padStart(2, '0')}${'x'.repeat(300)}`))
    expect([...codes].filter((code) => code !== 'ok')).toEqual(['unavailable'])
    expect(await write('c', 'k')).toBe('unavailable')
    // Reads go on, whose entries may wait; what must be on disk first is refused.
    expect(codeOf(await service.execute(call('Patient.read', clinician, { key: { id } })))).toBe('ok')
    expect(await names(service, table)).toEqual([...done].sort())
    await service.audit.flush()
    free()
    expect(await write('c', 'k')).toBe('ok')
    expect(await create(service, 'c', 'k')).toMatchObject({ isReplayed: true })
    expect(await names(service, table)).toEqual([...done].sort())
    await service.audit.flush()
    const entries = await service.state.recentAudit(9999, 0)
    const made = entries.filter(
      ({ operation, outcome, key }) => operation === 'Patient.create' && outcome === 'ok' && key,
    )
    expect(new Set(made.map(({ key }) => key)).size).toBe(done.length)
    expect(await service.state.pendingAudit(9)).toEqual([])
    await service.close()
    await logsVerify()
  }

  test('of rows and state: durable calls are unavailable, nothing is half-written, and all goes on once there is room', async () => {
    const url = `file:${join(disk, 'rows.db')}`
    const config = readConfig(
      { CHARTER_MODE: 'development', CHARTER_DATA: disk, DATABASE_URL: url },
      { name: 'clinic', databaseUrl: url },
    )
    await live(await openService(derivedOf(ownedText), { config }), '"patient"')
  }, 180_000)

  test.each(databases)(
    'of the state alone: no row of %s is written that would have no record',
    async (database) => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'charter-rows-'))
      const theirs = await makeAttached(database, elsewhere)
      const env = { CHARTER_MODE: 'development', CHARTER_DATA: disk, DATABASE_URL: theirs.url }
      const config = readConfig(env, { name: 'clinic', databaseUrl: theirs.url })
      const service = await openService(derivedOf(attached(database, theirs.url)), { config })
      await live(service, database === 'postgresql' ? 'public."patient"' : '"patient"').finally(() => theirs.remove())
      rmSync(elsewhere, { recursive: true })
    },
    180_000,
  )
})
