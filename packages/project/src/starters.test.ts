import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLoaded } from './check.ts'
import { generateService } from './generate.ts'
import { loadCharter } from './load.ts'
import { type Mock, startMock } from './mock.ts'
import { starterNames, starterOf, startersFolder } from './starters.ts'

test('there is a starter for each of eight industries, and another name says which there are', async () => {
  expect(starterNames()).toEqual([
    'education',
    'finance',
    'government',
    'healthcare',
    'logistics',
    'manufacturing',
    'retail',
    'travel',
  ])
  await expect(starterOf('healtcare')).rejects.toThrow('There is no starter "healtcare". Did you mean "healthcare"?')
})

describe.each(starterNames())('%s', (industry) => {
  const parent = mkdtempSync(join(tmpdir(), 'charter-starter-'))
  const folder = join(parent, industry)
  let mock: Mock
  beforeAll(async () => {
    cpSync(join(startersFolder(), industry), folder, { recursive: true })
    mock = await startMock({ file: folder, port: 0, as: null, seed: 1, rowsPerEntity: 12 })
  })
  afterAll(async () => {
    await mock?.close()
    rmSync(parent, { recursive: true, force: true })
  })

  test('passes check without a finding, generates, and serves five styles', async () => {
    const loaded = await loadCharter(folder)
    expect(checkLoaded(loaded)).toEqual([])
    const { charter } = await starterOf(industry)
    expect(charter.serves).toEqual(['rest', 'graphql', 'grpc', 'soap', 'mcp'])
    expect(Object.keys(mock.urls).toSorted()).toEqual(['graphql', 'grpc', 'mcp', 'rest', 'soap'])
    expect(charter.entities.every(({ samples = [] }) => samples.length > 0)).toBe(true)
    const { files } = await generateService(charter, 'node', loaded)
    expect(files.map(({ path }) => path)).toContain('src/main.ts')
  })

  test('its story says for whom it is, and three calls that end as it says', async () => {
    const { forWhom, calls } = await starterOf(industry)
    expect(forWhom).toMatch(/^For an? /)
    expect(calls).toHaveLength(3)
    for (const { method, target, body, as, status, sentence } of calls) {
      const answer = await fetch(`${mock.url}${target}`, {
        method,
        headers: {
          authorization: `Bearer ${mock.tokens[as]}`,
          ...(body !== null && { 'content-type': 'application/json' }),
        },
        ...(body !== null && { body }),
      })
      const told = (await answer.json()) as { readonly items?: readonly unknown[]; readonly detail?: string }
      expect({ call: `${method} ${target}`, status: answer.status, detail: told.detail }).toMatchObject({ status })
      // A story of rows shows some.
      if (status === 200 && told.items) expect(told.items.length, sentence).toBeGreaterThan(0)
    }
  })
})
