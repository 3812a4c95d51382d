import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { plainDatabase } from '@charter/connectors/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFileDatabase } from '../../people/store/file-database.ts'
import { openPeopleStore } from '../../people/store/open-people-store.ts'
import { makeFiles, peopleToFiles, peopleToPostgresql } from './carry-people.ts'
import type { PeopleFiles } from './file-people.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-carry-people-'))
let server: { readonly url: string; readonly remove: () => Promise<void> }
beforeAll(async () => {
  server = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true })
})

/** Files with a person of this name, who has a row of each kind. */
const filesOf = async (name: string): Promise<PeopleFiles> => {
  const files = { people: join(folder, `${name}.db`), links: join(folder, `${name}-links.db`) }
  await makeFiles(files)
  const at = '2026-11-30T12:00:00.123Z'
  const database = new DatabaseSync(files.people)
  const put = (table: string, row: Readonly<Record<string, string | number | null>>): void => {
    const columns = Object.keys(row).map((column) => `"${column}"`)
    const places = columns.map(() => '?').join(', ')
    database.prepare(`INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row))
  }
  const dated = { createdAt: at, updatedAt: at }
  put('user', { id: name, name, email: `${name}@example.org`, emailVerified: 0, twoFactorEnabled: 1, ...dated })
  put('user', { id: `${name}-2`, name: 'é\n"', email: `${name}2@example.org`, emailVerified: 1, ...dated })
  put('session', {
    id: 's',
    userId: name,
    token: `t-${name}`,
    expiresAt: at,
    secondFactorAt: at,
    factor: 'passkey',
    lastUsedAt: at,
    ...dated,
  })
  put('account', { id: 'a', userId: name, accountId: name, providerId: 'credential', password: 'scrypt$…', ...dated })
  put('verification', { id: 'v', identifier: 'i', value: '{"of":1}', expiresAt: at, ...dated })
  put('twoFactor', { id: 'f', userId: name, secret: 'sealed', backupCodes: 'sealed' })
  database.close()
  const links = openFileDatabase(files.links)
  const store = openPeopleStore(links, Date.now)
  await store.links.make('invitation', { data: '{}', lifeMs: 1000 })
  await store.attempts.begin(name)
  await store.usedCodes.take(name, '123456')
  await store.devices.ask({ program: 'charter', address: '10.0.0.1' })
  await store.programs.signIn(name, 'charter')
  await store.passkeys.add({ id: 'p', person: name, key: 'k', counter: 1, name: 'Laptop' })
  await links.close()
  return files
}

test('a row of every kind is carried to PostgreSQL and back as it was, and once', async () => {
  const ann = await filesOf('ann')
  const { people, isThere } = await peopleToPostgresql(ann, server.url)
  expect(isThere).toBe(false)
  expect(Object.entries(people).filter(([, { rows }]) => rows === 0)).toEqual([])
  expect(people.user?.rows).toBe(2)
  expect(await peopleToPostgresql(ann, server.url)).toEqual({ people, isThere: true })
  const back = { people: join(folder, 'back.db'), links: join(folder, 'back-links.db') }
  expect((await peopleToFiles(server.url, back)).people).toEqual(people)
  expect(await peopleToPostgresql(back, server.url)).toEqual({ people, isThere: true })
})

test('where there are other people, none are carried', async () => {
  await expect(peopleToPostgresql(await filesOf('bob'), server.url)).rejects.toThrow(/has people already, and other/)
})
