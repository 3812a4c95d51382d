import { readFileSync } from 'node:fs'
import { diffCharters, formatDiff, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { accessMatrix, compileAccess, formatMatrix } from './index.ts'

const clinic = readFileSync(new URL('../../charter/examples/clinic.yaml', import.meta.url), 'utf8')
const read = (text: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const matrix = (charter: ReturnType<typeof read>) => accessMatrix(charter, compileAccess(charter).rules)
const diff = (after: string) => diffCharters(read(clinic), read(after), { styles: [], access: matrix })

test('the matrix says yes, no, when, and what is masked', () => {
  const lines = formatMatrix(matrix(read(clinic)))
  expect(lines).toContain('pharmacist  Patient.read              yes; ssn masked')
  expect(lines).toContain('auditor     Patient.read              no')
  expect(lines).toContain('clinician   Prescription.read         when resource.patient.ward == principal.ward')
})

test('a charter does not differ from itself, nor from one whose lines moved', () => {
  expect(formatDiff(diff(clinic))).toEqual([])
  expect(formatDiff(diff(`# new\n\n${clinic}`))).toEqual([])
})

test('who gains or loses what, with the conditions', () => {
  const after = clinic
    .replace('pharmacist: { do: [read] }', 'pharmacist: { do: [read, list], reveal: [clinical] }')
    .replace('resource.state != "stopped"', 'resource.state == "written"')
    .replace('      auditor: { do: [audit] }\n    samples:\n      - { id: 0b54', '    samples:\n      - { id: 0b54')
  expect(formatDiff(diff(after))).toEqual([
    'Access',
    '  pharmacist gains Patient.read of ssn: no → yes',
    '  pharmacist gains Patient.list: no → yes',
    '  pharmacist has another condition for Prescription.read: when resource.state != "stopped" → when resource.state == "written"',
    '  pharmacist has another condition for Prescription.update: when resource.state != "stopped" → when resource.state == "written"',
    '  pharmacist has another condition for Prescription.list: when resource.state != "stopped" → when resource.state == "written"',
    '  auditor loses Prescription.audit: yes → no',
  ])
})

test('a rename is followed, and is no change of access', () => {
  const after = clinic
    .replace(/\btest: \{ type: text, length: 1..80 \}/, 'assay: { type: text, length: 1..90, was: test }')
    .replaceAll(', test: ', ', assay: ')
  expect(formatDiff(diff(after))).toEqual([
    'Structure',
    '  renamed field LabResult.test → LabResult.assay (type: {"kind":"text","lengthMax":80,"lengthMin":1} → {"kind":"text","lengthMax":90,"lengthMin":1})',
  ])
})
