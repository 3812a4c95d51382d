import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pollEveryMs } from './devices.ts'
import { openFileDatabase } from './file-database.ts'
import { openPeopleStore, type PeopleStore } from './open-people-store.ts'
import type { PeopleDatabase } from './people-database.ts'
import { peopleColumns } from './people-tables.ts'
import { openPostgresqlPeople } from './postgresql-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-people-store-'))
let server: { readonly url: string; readonly remove: () => Promise<void> }
beforeAll(async () => {
  server = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true })
})

const places: Readonly<Record<string, () => Promise<PeopleDatabase>>> = {
  'a file': async () => openFileDatabase(join(folder, 'people-links.db')),
  PostgreSQL: async () => (await openPostgresqlPeople({ url: server.url, beforeMade: async () => {} })).database,
}

describe.each(Object.entries(places))('of two servers over %s', (_, open) => {
  let nowMs = 0
  let databases: readonly [PeopleDatabase, PeopleDatabase]
  let one: PeopleStore
  let other: PeopleStore
  beforeEach(async () => {
    nowMs = 1_800_000_000_000
    databases = [await open(), await open()]
    for (const table of Object.keys(peopleColumns)) await databases[0].all(`DELETE FROM ${table}`)
    one = openPeopleStore(databases[0], () => nowMs)
    other = openPeopleStore(databases[1], () => nowMs)
  })
  afterEach(async () => {
    for (const database of databases) await database.close()
  })

  /** Fifty at the same moment, half of them at each. */
  const fifty = <Result>(ask: (at: PeopleStore) => Promise<Result>): Promise<readonly Result[]> =>
    Promise.all(Array.from({ length: 50 }, (_, at) => ask(at % 2 ? one : other)))

  test('a link is good once, for what it was made for', async () => {
    const code = await one.links.make('invitation', { data: 'ann', lifeMs: 1000 })
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect([await one.links.find('founder', code), await other.links.use('owner', code)]).toEqual([null, null])
    expect([await other.links.find('invitation', code), await other.links.use('invitation', code)]).toEqual([
      'ann',
      'ann',
    ])
    expect([await one.links.find('invitation', code), await one.links.use('invitation', code)]).toEqual([null, null])
  })

  test('a link ends with its time', async () => {
    const code = await one.links.make('owner', { data: '', lifeMs: 1000 })
    nowMs += 999
    expect(await other.links.find('owner', code)).toBe('')
    nowMs += 1
    expect([await other.links.find('owner', code), await other.links.use('owner', code)]).toEqual([null, null])
  })

  test('a link that fifty use at the same moment was used once', async () => {
    const code = await one.links.make('owner', { data: 'ann', lifeMs: 1000 })
    expect((await fifty(({ links }) => links.use('owner', code))).filter((data) => data !== null)).toEqual(['ann'])
  })

  test('of several first links that are used at the same moment one was, and none is left', async () => {
    const codes = await Promise.all(
      Array.from({ length: 50 }, () => one.links.make('founder', { data: '', lifeMs: 1000 })),
    )
    const used = await Promise.all(
      codes.map((code, at) => (at % 2 ? one : other).links.useLast('founder', code).then((data) => data !== null)),
    )
    expect(used.filter((isUsed) => isUsed)).toHaveLength(1)
    for (const code of codes) expect(await one.links.find('founder', code)).toBeNull()
  })

  test('whoever reads what is kept has no link by it', async () => {
    const code = await one.links.make('owner', { data: '', lifeMs: 1000 })
    const kept = await databases[1].all('SELECT * FROM link')
    expect(JSON.stringify(kept)).not.toContain(code)
    expect(await one.links.use('owner', String(kept[0]?.hash))).toBeNull()
  })

  const tries = async (many: number): Promise<readonly number[]> => {
    const waits: number[] = []
    for (let at = 0; at < many; at++) waits.push(await (at % 2 ? one : other).attempts.begin('ann'))
    return waits
  }

  test('an account is tried five times, then waits longer with each, a quarter of an hour at most', async () => {
    expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 30_000])
    const waits: number[] = []
    for (let at = 0; at < 8; at++) {
      const waitMs = await one.attempts.begin('ann')
      waits.push(waitMs)
      nowMs += waitMs
      expect(await other.attempts.begin('ann')).toBe(0)
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000])
  })

  test('of fifty tries at the same moment five are let', async () => {
    const waits = await fifty(({ attempts }) => attempts.begin('ann'))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5)
  })

  test('what is tried while an account waits makes it wait no longer', async () => {
    await tries(5)
    nowMs += 29_999
    expect(await tries(3)).toEqual([1, 1, 1])
    nowMs += 1
    expect(await tries(1)).toEqual([0])
  })

  test('what was right forgets what failed, of this account alone', async () => {
    await tries(5)
    expect(await one.attempts.begin('bob')).toBe(0)
    await other.attempts.succeeded('bob')
    expect(await one.attempts.begin('ann')).toBeGreaterThan(0)
    await other.attempts.succeeded('ann')
    expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 30_000])
  })

  test('a code is taken once of a person, for longer than it holds, whoever takes it at the same moment', async () => {
    expect((await fifty(({ usedCodes }) => usedCodes.take('ann', '123456'))).filter((isTaken) => isTaken)).toEqual([
      true,
    ])
    expect([await one.usedCodes.take('bob', '123456'), await one.usedCodes.take('ann', '654321')]).toEqual([true, true])
    nowMs += 90_000
    expect(await other.usedCodes.take('ann', '123456')).toBe(false)
  })

  test('a program is confirmed once and signed in once, and asks no more often than it may', async () => {
    const { device, user } = await one.devices.ask({ program: 'charter', address: '10.0.0.1' })
    expect(await other.devices.poll(device)).toBe('authorization_pending')
    expect(await one.devices.poll(device)).toBe('slow_down')
    expect(await other.devices.find(user.toLowerCase())).toMatchObject({ program: 'charter', askedAtMs: nowMs })
    const confirmed = await fifty(({ devices }) => devices.confirm(user, 'ann'))
    expect(confirmed.filter((isConfirmed) => isConfirmed)).toEqual([true])
    nowMs += pollEveryMs
    const polled = await fifty(({ devices }) => devices.poll(device))
    expect(polled.filter((each) => typeof each !== 'string')).toEqual([{ person: 'ann', program: 'charter' }])
    expect(await one.devices.poll(device)).toBe('expired_token')
  })

  test('a program that was signed in at one is known at the other, until it is ended', async () => {
    const credential = await one.programs.signIn('ann', 'charter')
    expect(await other.programs.find(credential)).toMatchObject({ person: 'ann' })
    const [program] = await other.programs.list('ann')
    expect(program).toMatchObject({ name: 'charter', sinceMs: nowMs })
    await other.programs.end('bob', program?.id ?? '')
    expect(await one.programs.find(credential)).not.toBeNull()
    await other.programs.end('ann', program?.id ?? '')
    expect(await one.programs.find(credential)).toBeNull()
  })
})

test('nobody but its user reads the file', async () => {
  const file = openFileDatabase(join(folder, 'people-links.db'))
  const code = await openPeopleStore(file, Date.now).links.make('owner', { data: '', lifeMs: 1000 })
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(code)).toBe(false)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
  await file.close()
})
