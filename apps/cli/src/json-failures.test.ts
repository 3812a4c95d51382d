import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { charter } from './testing/charter.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-json-'))
afterAll(() => rmSync(folder, { recursive: true }))

const broken = join(folder, 'broken.yaml')
writeFileSync(broken, 'charter: 1\nname: broken\nserves: [rest]\nentities:\n  A: { key: id, fields: { id: dat } }\n')

test.each([
  ['generate', broken],
  ['diff', broken, broken],
  ['verify', broken],
  ['collection', broken, '--for', 'bruno'],
  ['explain', 'GET /api/v1/as', '--as', 'owner', '--charter', broken],
  ['migrate', folder, '--nonsense'],
  ['introspect', join(folder, 'none.db')],
  ['token', '--role', 'nobody', folder],
  ['check', join(folder, 'none.yaml')],
  ['generate', broken, '--language', 'cobol'],
])('%s %s %s: what cannot be done is one JSON document too, and its sentence', async (...args) => {
  const { status, out, err } = await charter([...args.filter((each) => each !== undefined), '--json'])
  expect(status).toBeGreaterThan(0)
  const told = JSON.parse(out) as { error: string; exit: number }
  expect(told).toMatchObject({ error: expect.stringMatching(/\S/), exit: status })
  expect(err).toContain(told.error)
})

test('the mistakes of a charter are in it, as check tells them', async () => {
  const mistakes = async (command: string) => JSON.parse((await charter([command, broken, '--json'])).out).diagnostics
  expect(await mistakes('generate')).toEqual(await mistakes('check'))
})
