import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { readConfig } from '@charter/runtime/service'
import { databaseUrlOf, derive, openService } from '@charter/service'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'
import { listApiKeys, mintApiKey, revokeApiKey } from './api-key.ts'

const document = `charter: 1
name: shop
title: Shop
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [api-key], roles: [clerk], principal: { region: { type: text, claim: region, required: true } } }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, region: { type: text, length: ..40 } }
    allow: { clerk: { do: [create, read, list], when: resource.region == principal.region } }
`

test('an API key makes its principal until it ends, and its text is kept nowhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-key-'))
  const { charter } = parseCharter({ 'charter.yaml': document }, { styles })
  if (!charter) throw new Error('the charter has mistakes')
  const derived = derive(charter, connectors)
  const { text } = await mintApiKey({
    derived,
    folder,
    env: {},
    roles: ['clerk'],
    claims: { region: 'north' },
    days: 1,
  })
  const { text: limited } = await mintApiKey({
    derived,
    folder,
    env: {},
    roles: ['clerk'],
    claims: { region: 'north' },
    days: 1,
    scopes: ['Order:read'],
  })
  const data = join(folder, '.charter', 'data')
  let nowMs = Date.now()
  const config = readConfig(
    { CHARTER_MODE: 'development', CHARTER_DATA: data, DATABASE_URL: databaseUrlOf(derived, data) },
    { name: 'shop', databaseUrl: '' },
  )
  const service = await openService(derived, { config, nowMs: () => nowMs })
  try {
    const principal = await service.authenticate({ kind: 'api-key', text })
    expect(principal).toMatchObject({ roles: ['clerk'], attributes: { region: 'north' }, credential: 'api-key' })
    expect(principal).not.toHaveProperty('scopes')
    expect(await service.authenticate({ kind: 'api-key', text: limited })).toMatchObject({ scopes: ['Order:read'] })
    expect(readFileSync(join(data, 'shop.db')).includes(text)).toBe(false)
    nowMs += 2 * 86_400_000
    await expect(service.authenticate({ kind: 'api-key', text })).rejects.toMatchObject({
      problem: { code: 'unauthenticated' },
    })
  } finally {
    await service.close()
    rmSync(folder, { recursive: true })
  }
})

test('a key that is revoked is refused within five seconds, and ends what was opened with it', {
  timeout: 30_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-key-'))
  const { charter } = parseCharter({ 'charter.yaml': document }, { styles })
  if (!charter) throw new Error('the charter has mistakes')
  const derived = derive(charter, connectors)
  const wanted = { derived, folder, env: {}, roles: ['clerk'], claims: { region: 'north' }, days: 1 }
  const { text } = await mintApiKey(wanted)
  await mintApiKey(wanted)
  const data = join(folder, '.charter', 'data')
  const config = readConfig(
    { CHARTER_MODE: 'development', CHARTER_DATA: data, DATABASE_URL: databaseUrlOf(derived, data) },
    { name: 'shop', databaseUrl: '' },
  )
  const service = await openService(derived, { config })
  try {
    const principal = await service.authenticate({ kind: 'api-key', text })
    const origin = { style: 'test', requestId: 'r' }
    const stream = await service.execute({ operation: 'Order.changes', input: {}, principal, context: { origin } })
    if (stream.kind !== 'stream') throw new Error(JSON.stringify(stream))
    const told = stream.items[Symbol.asyncIterator]().next()
    const id = principal?.id.slice('api-key:'.length) ?? ''
    expect(await revokeApiKey(wanted, id)).toBe(true)
    expect(await revokeApiKey(wanted, 'nobody')).toBe(false)
    await expect(told).rejects.toMatchObject({ problem: { code: 'unauthenticated' } })
    await expect(service.authenticate({ kind: 'api-key', text })).rejects.toMatchObject({
      problem: { code: 'unauthenticated' },
    })
    const listed = await listApiKeys(wanted)
    expect(listed.map((key) => [key.id === id, key.isEnded]).sort()).toEqual([
      [false, false],
      [true, true],
    ])
    expect(JSON.stringify(listed)).not.toMatch(/hash|ck_/)
  } finally {
    await service.close()
    rmSync(folder, { recursive: true })
  }
})

test('an API key of a person does what its role and their row both allow', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-key-'))
  const { charter } = parseCharter(
    {
      'charter.yaml': `charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [api-key], roles: [clerk, owner], membership: { entity: Member, roles: role } }
entities:
  Member:
    key: personId
    person: personId
    fields: { personId: { type: text, length: 1..40 }, role: { type: text, length: 1..40 } }
    allow: { owner: { do: [create, read] } }
    samples: [{ personId: ann, role: clerk }]
`,
    },
    { styles },
  )
  if (!charter) throw new Error('the charter has mistakes')
  const derived = derive(charter, connectors)
  const mint = async (role: string, person?: string) =>
    (
      await mintApiKey({
        derived,
        folder,
        env: {},
        roles: [role],
        claims: {},
        days: 1,
        ...(person !== undefined && { person }),
      })
    ).text
  const keys = [await mint('clerk', 'ann'), await mint('owner', 'ann'), await mint('clerk')]
  const data = join(folder, '.charter', 'data')
  const config = readConfig(
    { CHARTER_MODE: 'development', CHARTER_DATA: data, DATABASE_URL: databaseUrlOf(derived, data) },
    { name: 'shop', databaseUrl: '' },
  )
  const service = await openService(derived, { config })
  try {
    await service.store.transaction((writes) => writes.insert('Member', { personId: 'ann', role: 'clerk' }))
    const roles = await Promise.all(
      keys.map(async (text) => (await service.authenticate({ kind: 'api-key', text }))?.roles),
    )
    expect(roles).toEqual([['clerk'], [], []])
  } finally {
    await service.close()
    rmSync(folder, { recursive: true })
  }
})
