import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresqlPlace, type PostgresqlPlace } from '../place/postgresql.ts'
import { type Blobs, digestOf, folderBlobs } from './blobs.ts'
import { postgresqlBlobs } from './postgresql-blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-blobs-'))
let server: { readonly url: string; readonly remove: () => Promise<void> }
let place: PostgresqlPlace
const query: PostgresqlPlace['query'] = (...said) => place.query(...said)

beforeAll(async () => {
  server = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  place = await openPostgresqlPlace({ url: server.url, beforeMade: async () => {} })
})
afterAll(async () => {
  await place.pool.end()
  await server.remove()
  rmSync(folder, { recursive: true })
})

/** Where bytes lie, and what changes those of a digest past it. */
const kinds: Readonly<Record<string, () => { blobs: Blobs; change: (digest: string) => Promise<void> }>> = {
  'a folder': () => ({
    blobs: folderBlobs(folder),
    change: async (digest) => writeFileSync(join(folder, digest.slice(7, 9), digest.slice(9)), 'changed'),
  }),
  PostgreSQL: () => ({
    blobs: postgresqlBlobs(query),
    change: async (digest) => void (await query('UPDATE blob SET bytes = $2 WHERE digest = $1', [digest, 'changed'])),
  }),
}

describe.each(Object.entries(kinds))('in %s', (_, open) => {
  test('bytes are read by their digest as they were put, and lie there once', async () => {
    const { blobs } = open()
    const bytes = Buffer.from([0, 255, 1, 10, 13])
    const [one, again] = await Promise.all([blobs.put(bytes), blobs.put(bytes)])
    expect([one, again]).toEqual([digestOf(bytes), digestOf(bytes)])
    expect(Buffer.from(await blobs.read(one))).toEqual(bytes)
    await expect(blobs.read(digestOf(Buffer.from('none')))).rejects.toThrow()
  })

  test('what was changed is not read, and is right again once it is put again', async () => {
    const { blobs, change } = open()
    const bytes = Buffer.from('a part')
    const digest = await blobs.put(bytes)
    await change(digest)
    await expect(blobs.read(digest)).rejects.toThrow(/were changed/)
    await blobs.put(bytes)
    expect(Buffer.from(await blobs.read(digest))).toEqual(bytes)
  })
})

test('in PostgreSQL what is larger than 16 MiB is refused', async () => {
  await expect(postgresqlBlobs(query).put(new Uint8Array(2 ** 24 + 1))).rejects.toMatchObject({
    problem: { code: 'too-large' },
  })
})
