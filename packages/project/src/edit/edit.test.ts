import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadCharter } from '../load.ts'
import { applyEdit, EditStale, undoEdit } from './apply-edit.ts'
import { previewEdit } from './preview-edit.ts'
import { unifiedDiff } from './unified-diff.ts'

let folder: string
const file = () => join(folder, 'charter.yaml')
const text = () => readFileSync(file(), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-edit-'))
  cpSync(join(import.meta.dirname, '../../../charter/examples/clinic.yaml'), file())
})
afterEach(() => rmSync(folder, { recursive: true }))

const apply = async (words: string) => applyEdit(folder, await previewEdit(folder, words))

test('a preview shows the text, the API and who gains or loses what, and writes nothing', async () => {
  const before = text()
  const preview = await previewEdit(folder, 'Rename ssn to taxNumber. Pharmacists may discharge patients.')
  expect(preview.text.filter((line) => /^[-+] /.test(line))).toHaveLength(10)
  expect(preview.changes?.structure).toMatchObject([
    { kind: 'renamed', about: 'Patient.taxNumber', was: 'Patient.ssn' },
  ])
  expect(preview.changes?.access).toMatchObject([{ kind: 'gains', role: 'pharmacist', operation: 'dischargePatient' }])
  expect(text()).toBe(before)
})

test('applied, the lock follows names and holds the words; undone, all is as it was, and back again', async () => {
  await apply('add a phone number to patients')
  const before = [text(), readFileSync(join(folder, 'charter.lock'), 'utf8')]
  expect(await apply('call patients clients')).toEqual(['charter.yaml', 'charter.lock'])
  const { document, charter } = await loadCharter(folder)
  expect(document.lock.provenance).toMatchObject({
    'Client.phone': { quoted: 'add a phone number to patients' },
    Client: { quoted: 'call patients clients' },
  })
  expect(document.lock.entities.Patient?.name).toBe('Client')
  expect(charter?.entities[0]?.id).toBe('Patient')
  const after = text()
  expect(await undoEdit(folder)).toBe('call patients clients')
  expect([text(), readFileSync(join(folder, 'charter.lock'), 'utf8')]).toEqual(before)
  await undoEdit(folder)
  expect(text()).toBe(after)
})

test('what changed meanwhile is never lost', async () => {
  const preview = await previewEdit(folder, 'make the email unique')
  writeFileSync(file(), `${text()}# mine\n`)
  await expect(applyEdit(folder, preview)).rejects.toThrow(EditStale)
  await apply('make the email unique')
  writeFileSync(file(), `${text()}# mine, too\n`)
  await expect(undoEdit(folder)).rejects.toThrow(/lose the change/)
  expect(text()).toMatch(/# mine\n# mine, too\n$/)
})

test('an entity file that is called otherwise is moved, and comes back', async () => {
  mkdirSync(join(folder, 'entities'))
  writeFileSync(
    join(folder, 'entities/Bed.yaml'),
    'key: id\nfields:\n  id: { type: uuid, default: generated }\nallow:\n  auditor: { do: [read] }\n',
  )
  await apply('call beds places')
  expect([existsSync(join(folder, 'entities/Bed.yaml')), existsSync(join(folder, 'entities/Place.yaml'))]).toEqual([
    false,
    true,
  ])
  await undoEdit(folder)
  expect([existsSync(join(folder, 'entities/Bed.yaml')), existsSync(join(folder, 'entities/Place.yaml'))]).toEqual([
    true,
    false,
  ])
})

test('a unified diff says where, with three lines around', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}\n`)
  expect(unifiedDiff('a', lines.join(''), lines.with(5, 'other\n').join(''))).toEqual([
    '--- a/a',
    '+++ b/a',
    '@@ -3,7 +3,7 @@',
    ' line 3',
    ' line 4',
    ' line 5',
    '-line 6',
    '+other',
    ' line 7',
    ' line 8',
    ' line 9',
  ])
  expect(unifiedDiff('a', 'x\n', 'x\n')).toEqual([])
  expect(unifiedDiff('a', '', 'x\n')).toEqual(['--- /dev/null', '+++ b/a', '@@ -0,0 +1,1 @@', '+x'])
})
