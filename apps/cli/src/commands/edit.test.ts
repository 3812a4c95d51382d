import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { charter } from '../testing/charter.ts'

let folder: string
const file = () => join(folder, 'charter.yaml')
const text = () => readFileSync(file(), 'utf8')
const edit = (...args: readonly string[]) => charter(['edit', ...args, '--charter', folder])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-edit-cli-'))
  cpSync(join(import.meta.dirname, '../../../../packages/charter/examples/clinic.yaml'), file())
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the diff and who gains what are shown; without a terminal nothing is written unless --yes is said', async () => {
  const before = text()
  const asked = await edit('pharmacists may update patients')
  expect(asked).toMatchObject({ status: 2, err: expect.stringContaining('--yes') })
  expect(asked.out).toContain('-      pharmacist: { do: [read] }\n+      pharmacist: { do: [read, update] }')
  expect(asked.out).toContain('pharmacist gains Patient.update: no → yes')
  expect(text()).toBe(before)
  expect(await edit('pharmacists may update patients', '--yes')).toMatchObject({ status: 0 })
  expect(text()).toBe(before.replace('pharmacist: { do: [read] }', 'pharmacist: { do: [read, update] }'))
  expect((await edit('--undo')).out).toContain('pharmacists may update patients')
  expect(text()).toBe(before)
}, 30_000)

test('what is not understood is said and ends with 1; --json gives it all', async () => {
  const { status, out } = await edit('bananas are yellow', '--dry-run', '--json')
  expect(status).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    notUnderstood: [{ text: 'bananas are yellow', offset: 0 }],
    text: [],
    written: [],
  })
  expect(await edit('--undo')).toMatchObject({ status: 3, err: expect.stringContaining('no edit to undo') })
}, 30_000)

test('words that ask for nothing are not done: 1; what is so already is fine', async () => {
  for (const words of ['', '  ']) {
    const asked = await edit(words, '--yes')
    expect([asked.status, asked.out]).toEqual([1, 'Nothing was changed.\n'])
  }
  const already = await edit('clinicians may read patients', '--yes')
  expect([already.status, already.out]).toEqual([0, expect.stringContaining('Nothing to change.')])
}, 30_000)
