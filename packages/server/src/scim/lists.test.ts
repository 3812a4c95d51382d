import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Platform } from '../open-platform.ts'
import { joinBy, openTestPlatform } from '../people/testing/platform.ts'
import { asDirectory, asPerson, keyOf } from './testing/directories.ts'

/** Requests as a directory sends them, in order. `keep`: what of an answer later ones name, as `{{user}}`. */
const list = z.strictObject({
  source: z.string(),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      ask: z.string(),
      body: z.looseObject({}).optional(),
      status: z.number(),
      has: z.looseObject({}).optional(),
      lacks: z.array(z.string()).optional(),
      keep: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

let platform: Platform
beforeAll(async () => {
  platform = await openTestPlatform('production')
}, 60_000)
afterAll(() => platform.close())

const filled = <Value>(value: Value, kept: ReadonlyMap<string, string>): Value =>
  JSON.parse(JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_all, name) => kept.get(name) ?? 'missing'))

/** Objects have at least these members, lists just these items. */
const holding = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(holding)
  if (typeof value !== 'object' || value === null) return value
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, holding(each)])))
}

test('directories are answered as Entra and Okta say that they have to be', async () => {
  const ann = asPerson(platform.url, await joinBy(await platform.people.makeLink(), 'ann@example.org'))
  for (const name of ['entra', 'okta']) {
    expect((await ann('POST /api/v1/organisations', { id: name, name })).status).toBe(201)
    const owner = (asked: string, body?: object) => ann(asked, body, { 'charter-organisation': name })
    const directory = asDirectory(platform.url, name, await keyOf(platform.url, owner, ['directory']))
    const kept = new Map<string, string>()
    const { cases } = list.parse(
      JSON.parse(readFileSync(new URL(`testing/lists/${name}.json`, import.meta.url), 'utf8')),
    )
    for (const each of cases) {
      const { status, body } = await directory(filled(each.ask, kept), each.body && filled(each.body, kept))
      expect([name, each.name, status, body]).toEqual([
        name,
        each.name,
        each.status,
        each.has ? holding(filled(each.has, kept)) : status === 204 ? null : expect.anything(),
      ])
      for (const left of each.lacks ?? [])
        expect([each.name, body]).toEqual([each.name, expect.not.objectContaining({ [left]: expect.anything() })])
      for (const [as, from] of Object.entries(each.keep ?? {})) kept.set(as, body[from])
    }
  }
}, 120_000)
