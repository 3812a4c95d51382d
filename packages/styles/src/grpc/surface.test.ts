import { type Charter, emptyLock, type Lock, parseCharter, updateLock } from '@charter/charter'
import { expect, test } from 'vitest'
import { styles } from '../registry.gen.ts'
import { contract } from './contract/contract.ts'
import { fieldNumber, relationNumber } from './surface/allocation.ts'
import { pascalCase, snakeCase } from './surface/spelling.ts'
import { givenOf, surfaceOf } from './surface.ts'
import { lint } from './testing/buf.ts'

const head = `
charter: 1
name: names
title: Names
version: 1.0.0
serves: [grpc]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
`
const entity = (name: string, fields: string): string =>
  `  ${name}:\n    key: id\n    fields:\n      id: { type: uuid, default: generated }\n${fields}    allow: { owner: { do: [create, read, update, delete, list, audit] } }\n`
const read = (text: string, lock?: Lock): Charter => {
  const files = { 'charter.yaml': text, ...(lock && { 'charter.lock': JSON.stringify(lock) }) }
  const { charter, diagnostics } = parseCharter(files, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const locked = (charter: Charter, before: Lock = emptyLock): Lock => ({
  ...updateLock(charter, before),
  given: givenOf(charter, before),
})
const numbers = (charter: Charter, message: string, lock?: Lock) =>
  Object.fromEntries(
    surfaceOf(charter, lock)
      .messages.find(({ name }) => name === message)
      ?.fields.map(({ name, number }) => [name, number]) ?? [],
  )
const text = (charter: Charter, lock?: Lock) => Object.values(contract(charter, surfaceOf(charter, lock)))[0] ?? ''

test('names that protobuf would take for one are told apart, and it lints', async () => {
  const charter = read(
    `${head}types:\n  PatientKey: { type: record, members: { a: { type: int32 } } }\nentities:\n${entity(
      'Patient',
      '      fooBar: { type: int32 }\n      foo_bar: { type: int32 }\n      fooBar2: { type: int32 }\n      allOf: { type: int32 }\n      key: { type: PatientKey }\n      message: { type: text, length: ..9 }\n      kind: { type: enum, values: [a, A, "a b", "a-b", "", "1"] }\n',
    )}${entity('Patient_', '      google: { type: instant }\n')}${entity('PatientPage', '      x: { type: int32 }\n')}${entity('StringList', '      x: { type: int32 }\n')}${entity('AuditTrailEntry', '      x: { type: int32 }\n')}${entity('Etag', '      x: { type: int32 }\n')}operations:\n  getPatient: { effect: read }\n  listPatientsStream: { entity: Patient, key: false, effect: read }\n`,
  )
  const surface = surfaceOf(charter)
  expect(await lint(contract(charter, surface))).toEqual([])
  const names = surface.messages.map(({ name }) => name)
  expect(names).toHaveLength(new Set(names).size)
  expect(Object.keys(numbers(charter, 'Patient'))).toEqual([
    'id',
    'foo_bar',
    'foo_bar_2',
    'foo_bar2_2',
    'all_of_2',
    'key',
    'message',
    'kind',
  ])
})

test('what comes later renames and renumbers nothing', () => {
  const first = read(
    `${head}entities:\n${entity('Note', '      tone: { type: enum, values: [low, high] }\n      b: { type: int32 }\n')}`,
  )
  const lock = locked(first)
  const second = read(
    `${head}types:\n  NoteKey: { type: record, members: { a: { type: int32 } } }\nentities:\n${entity('Note_', '      x: { type: int32 }\n')}${entity('Note', '      a: { type: NoteKey }\n      tone: { type: enum, values: [shrill, high, low] }\n      b: { type: int32 }\n')}`,
    lock,
  )
  expect(numbers(first, 'Note')).toEqual({ id: 1, tone: 2, b: 3 })
  expect(numbers(second, 'Note', lock)).toEqual({ id: 1, a: 4, tone: 2, b: 3 })
  const surface = surfaceOf(second, lock)
  expect(surface.services.map(({ name }) => name).sort()).toEqual(['Note2Service', 'NoteService'])
  expect(
    surface.enums.find(({ name }) => name === 'NoteTone')?.values.map(({ value, number }) => `${value} ${number}`),
  ).toEqual(['low 1', 'high 2', 'shrill 3'])
})

test('what is dropped is reserved, and never given again', () => {
  const first = read(
    `${head}entities:\n${entity('Note', '      a: { type: int32 }\n      tone: { type: enum, values: [low, high] }\n')}`,
  )
  const lock = locked(first)
  const second = read(`${head}entities:\n${entity('Note', '      tone: { type: enum, values: [high] }\n')}`, lock)
  const next = locked(second, lock)
  expect(text(second, lock)).toMatch(/message Note \{\n {2}reserved 2;\n {2}reserved "a";/)
  expect(text(second, lock)).toMatch(/enum NoteTone \{\n {2}reserved 1;\n {2}reserved "NOTE_TONE_LOW";/)
  const third = read(
    `${head}entities:\n${entity('Note', '      a: { type: text, length: ..9 }\n      tone: { type: enum, values: [high, soft] }\n')}`,
    next,
  )
  expect(numbers(third, 'Note', next)).toEqual({ id: 1, a: 4, tone: 3 })
  expect(text(third, next)).toContain('NOTE_TONE_SOFT = 3;')
})

const fileMethods = (charter: Charter, lock?: Lock) =>
  surfaceOf(charter, lock)
    .services.flatMap(({ methods }) => methods)
    .flatMap(({ name, field }) => (field === undefined ? [] : [`${name} ${field}`]))

test('methods of files keep the names once given, apart from those of operations and entities', async () => {
  const notes = entity('Note', '      scan: { type: file }\n      aB: { type: file }\n      a_b: { type: file }\n')
  const taken = `operations:\n  readNoteScan: { entity: Note, effect: read }\n`
  const first = read(`${head}entities:\n${notes}${taken}`)
  expect(fileMethods(first)).toEqual([
    'ReadNoteScan2 scan',
    'SendNoteScan2 scan',
    'RemoveNoteScan2 scan',
    'ReadNoteAB aB',
    'SendNoteAB aB',
    'RemoveNoteAB aB',
    'ReadNoteAB2 a_b',
    'SendNoteAB2 a_b',
    'RemoveNoteAB2 a_b',
  ])
  expect(await lint(contract(first, surfaceOf(first)))).toEqual([])
  const lock = locked(first)
  expect(lock.given).toMatchObject({ 'grpc:name:files.Note.scan': 'NoteScan2' })
  const renamed = read(
    `${head}entities:\n${notes.replace('scan: { type: file }', 'photo: { type: file, was: scan }')}`,
    lock,
  )
  expect(fileMethods(renamed, lock).slice(0, 3)).toEqual([
    'ReadNoteScan2 photo',
    'SendNoteScan2 photo',
    'RemoveNoteScan2 photo',
  ])
})

test('what may only be read has no method that sends its files', () => {
  const viewed = entity('Note', '      scan: { type: file }\n').replace(
    '    key: id',
    '    readOnly: true\n    key: id',
  )
  expect(fileMethods(read(`${head}entities:\n${viewed}`))).toEqual(['ReadNoteScan scan'])
})

test('numbers stay inside what protobuf has, and apart from each other', () => {
  const all = Array.from({ length: 30_000 }, (_, at) => at + 1).flatMap((number) => [
    fieldNumber(number),
    relationNumber(number),
  ])
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((number) => number < 1 || number > 2 ** 29 - 1 || (number >= 19_000 && number < 20_000))).toEqual(
    [],
  )
})

test.each([
  ['birthDate', 'birth_date', 'BirthDate'],
  ['DNSEntry', 'dns_entry', 'DNSEntry'],
  ['line2Text', 'line2_text', 'Line2Text'],
  ['a__b_', 'a_b', 'AB'],
  ['in between', 'in_between', 'InBetween'],
  ['√', 'x', 'X'],
  ['2nd', 'x_2nd', 'X2nd'],
])('%s is %s in fields and %s in messages', (name, snake, pascal) => {
  expect([snakeCase(name), pascalCase(name)]).toEqual([snake, pascal])
})
