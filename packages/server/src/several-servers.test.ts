import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf, deploy, memoryTarget, openOn } from './care/testing/cared-for.ts'
import type { Platform } from './open-platform.ts'
import { type Joined, joinBy } from './people/testing/platform.ts'
import { type Visitor, visitor } from './people/testing/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-several-'))
const rolledOut: string[] = []
const target = memoryTarget()
const counted = {
  ...target,
  rollOut: (deployment: Parameters<typeof target.rollOut>[0]) => {
    rolledOut.push(deployment.id)
    return target.rollOut(deployment)
  },
}
let one: Platform
let other: Platform
let remove: () => Promise<void>
let ann: Joined
beforeAll(async () => {
  const made = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  remove = made.remove
  one = await openOn(folder, counted, { DATABASE_URL: made.url })
  other = await openOn(folder, counted, { DATABASE_URL: made.url })
  ann = await joinBy(await one.people.makeLink(), 'ann@example.org')
}, 60_000)
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await remove()
  rmSync(folder, { recursive: true })
})

/** Whoever is signed in at one, at the other. */
const atOther = (): Visitor => {
  const browser = visitor(other.url)
  browser.wear(ann.browser.cookie())
  return browser
}

test('of two servers over one folder and one PostgreSQL database, who is signed in at one is so at the other', async () => {
  await deploy(callsOf(one.url, ann.browser))
  const calls = callsOf(other.url, atOther())
  expect(await calls('GET projects')).toMatchObject({ items: [{ name: 'notes' }] })
  expect(await calls('GET deployments')).toMatchObject({ items: [{ state: 'healthy' }] })
  expect(existsSync(join(folder, 'platform.db'))).toBe(false)
}, 60_000)

test('work is done once, whichever of them takes it', async () => {
  const calls = [callsOf(one.url, ann.browser), callsOf(other.url, atOther())] as const
  const [project] = (await calls[0]<{ items: { id: string }[] }>('GET projects')).items
  const [release] = (await calls[0]<{ items: { id: string }[] }>('GET releases')).items
  const ids = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const ask = calls[at % 2] ?? calls[0]
      const made = { projectId: project?.id, name: `place-${at}`, approvals: 0 }
      const { id: environmentId } = await ask<{ id: string }>('POST environments', made)
      return (
        await ask<{ id: string }>('POST deployments', { releaseId: release?.id, environmentId, reason: 'A try.' })
      ).id
    }),
  )
  for (const id of ids)
    await expect.poll(() => calls[1](`GET deployments/${id}`), { timeout: 60_000 }).toMatchObject({ state: 'healthy' })
  expect(rolledOut.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort())
}, 90_000)

test('an account that was guessed at in both waits in both', async () => {
  const signIn = async (url: string, given: string) =>
    visitor(url).post('/sign-in', { email: ann.email, password: given })
  for (let guess = 0; guess < 5; guess++)
    expect((await signIn([one.url, other.url][guess % 2] ?? '', `guess number ${guess}`)).status).toBe(401)
  expect((await signIn(other.url, ann.password)).text).toContain('That was too often')
}, 60_000)
