import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { driversOf } from './generate.ts'
import { loadCharter } from './load.ts'
import { scenarioFiles } from './scenario-files.ts'

const charter = (serves: string, access: string): string => `
charter: 1
name: shelf
serves: ${serves}
sources: { main: { own: sqlite } }
access: { roles: [reader]${access} }
entities:
  Book:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
    allow:
      reader: { do: [create, read, update, list] }
`

const filesOf = async (serves: string, access = ''): Promise<Readonly<Record<string, string>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-scenarios-'))
  try {
    writeFileSync(join(folder, 'charter.yaml'), charter(serves, access))
    const derived = derive(requireSound(await loadCharter(join(folder, 'charter.yaml'))), connectors)
    return await scenarioFiles(derived, driversOf(derived, 'node').rows)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a service carries what its tests import, and of the styles that it serves alone', async () => {
  const all = await filesOf('[rest, graphql, grpc, soap, mcp]')
  const some = await filesOf('[rest]')
  for (const files of [all, some])
    for (const [path, text] of Object.entries(files))
      for (const [, specifier = ''] of text.matchAll(/from '([^']+)'/g)) {
        expect(`${path} ${specifier}`).not.toContain('@charter/')
        if (!specifier.startsWith('.')) continue
        const target = join(path, '..', specifier)
        expect(target.startsWith('src/') || target in files, `${path} imports ${target}`).toBe(true)
      }
  const named = (files: object, word: RegExp) => Object.keys(files).filter((path) => word.test(path))
  for (const style of [/graphql/, /grpc-calls/, /soap/, /mcp/]) {
    expect(named(all, style)).not.toEqual([])
    expect(named(some, style)).toEqual([])
  }
  expect(Object.keys(some)).toContain('test/scenarios/entities/Book.test.ts')
})

test('what scenarios are derived of goes with them: where browsers begin a session', async () => {
  const surfaceOf = async (access: string) =>
    JSON.parse((await filesOf('[rest]', access))['test/scenarios/charter.json'] ?? '').surface
  expect(await surfaceOf(', accepts: [jwt], cookies: true')).toHaveProperty('session')
  expect(await surfaceOf('')).not.toHaveProperty('session')
})

test('each test of a family expects as many scenarios as the charter gives', async () => {
  const files = await filesOf('[rest, graphql]')
  const played = Object.entries(files)
    .filter(([path]) => /scenarios\/.*\.test\.ts$/.test(path))
    .flatMap(([, text]) => [...text.matchAll(/^play\(['"]([^'"]+)['"]/gm)].map(([, name = '']) => name))
  expect(played.length).toBeGreaterThan(5)
  const { counts } = JSON.parse(files['test/scenarios/charter.json'] ?? '{}') as { counts: Record<string, number> }
  for (const name of played) expect([name, counts[name]]).toEqual([name, expect.any(Number)])
})
