import { type Charter, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { namesOf } from './names.ts'

const charterOf = (
  entities: readonly string[],
  operations: readonly string[] = [],
  types: readonly string[] = [],
): Charter => {
  const entity = {
    key: 'id',
    fields: { id: { type: 'uuid', default: 'generated' } },
    allow: { owner: { do: ['read'] } },
  }
  const document = {
    charter: 1,
    name: 'names',
    access: { roles: ['owner'] },
    types: Object.fromEntries(types.map((name) => [name, { type: 'record', members: { at: 'date' } }])),
    entities: Object.fromEntries(entities.map((name) => [name, entity])),
    operations: Object.fromEntries(operations.map((name) => [name, { entity: entities[0] ?? '' }])),
  }
  const { partial, diagnostics } = parseCharter({ 'charter.yaml': JSON.stringify(document) })
  if (!partial) throw new Error(JSON.stringify(diagnostics))
  return partial
}

test('names are as a person would write them', () => {
  const names = namesOf(charterOf(['LabResult'], ['dischargePatient'], ['Address']))
  expect(names.type('LabResult')).toBe('LabResult')
  expect(names.constant('LabResult')).toBe('labResult')
  expect(names.file('LabResult')).toBe('lab-result')
  expect(names.type('Address')).toBe('Address')
  expect(names.operation('dischargePatient')).toBe('dischargePatient')
  expect(names.operationBody('dischargePatient')).toBe('DischargePatientBody')
  expect(names.operationFile('dischargePatient')).toBe('discharge-patient')
})

test('twins by case or by hyphen get files and names of their own', () => {
  const names = namesOf(charterOf(['LabResult', 'Lab_result', 'LABRESULT']))
  const files = ['LabResult', 'Lab_result', 'LABRESULT'].map((name) => names.file(name))
  expect(files).toEqual(['lab-result', 'lab-result-2', 'labresult'])
})

test('an operation and an entity of one name do not share a constant', () => {
  const names = namesOf(charterOf(['Discharge'], ['discharge']))
  expect(names.constant('Discharge')).toBe('discharge')
  expect(names.operation('discharge')).toBe('discharge_2')
})

test('what generated files are called by themselves is not given away', () => {
  const names = namesOf(charterOf(['Operation', 'Json'], ['index', 'operations', 'problem', 'delete']))
  expect(names.constant('Operation')).toBe('operation_2')
  expect(names.type('Json')).toBe('Json_2')
  expect(names.operationFile('index')).toBe('index-2')
  expect(['operations', 'problem', 'delete'].map((name) => names.operation(name))).toEqual([
    'operations_2',
    'problem_2',
    'delete_2',
  ])
})

test('a declared type does not take the name of an entity’s input', () => {
  const names = namesOf(charterOf(['Patient'], [], ['PatientInput']))
  expect(names.type('PatientInput')).toBe('PatientInput_2')
})

test('names that no charter may have still give identifiers and file names', () => {
  const [first] = charterOf(['A']).entities
  const given = ['1st', '', 'a b', '../x', '\ud800', "a'b", '__proto__']
  const names = namesOf({ ...charterOf(['A']), entities: given.flatMap((name) => (first ? [{ ...first, name }] : [])) })
  for (const name of given) {
    expect(names.type(name)).toMatch(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u)
    expect(names.constant(name)).toMatch(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u)
    expect(names.file(name)).toMatch(/^[\p{L}\p{N}_-]+$/u)
  }
  expect(new Set(given.map((name) => names.file(name))).size).toBe(given.length)
})
