import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkLoaded } from './check.ts'
import { loadCharter } from './load.ts'

const folder = await mkdtemp(join(tmpdir(), 'charter-beginner-'))
afterAll(() => rm(folder, { recursive: true }))

const charter = `charter: 1
name: blood
serves: [rest]
access: { accepts: [jwt], roles: [clerk, admin] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: { type: text, length: 1..40 }
      weight: { type: decimal, precision: 8, scale: 2 }
    allow:
      clerk: { do: [read, list] }
      admin: { do: [create, read, update, delete, list] }
`

/** What somebody writes who knows SQL, JSON Schema or another tool, and what they are told: the one error there is, its place, its hint. */
const mistakes: readonly (readonly [string, string, string, string, string])[] = [
  ['a style in capitals', '[rest]', '[REST]', '3:10 unknown-choice', 'Did you mean `rest`?'],
  ['a style that nobody plans', '[rest]', '[rest, grapqhl]', '3:16 unknown-choice', 'Did you mean `graphql`?'],
  [
    'a database that nobody plans',
    'access:',
    'sources: { main: { own: mysql } }\naccess:',
    '4:20 unknown-choice',
    'Known here: postgresql, sqlite.',
  ],
  ['a type of JSON', 'type: text, length: 1..40', 'type: integer', '10:21 unknown-type', 'Write `type: int32`.'],
  [
    'a type of SQL',
    'type: text, length: 1..40',
    'type: varchar(40)',
    '10:21 unknown-type',
    '{ type: text, length: ..40 }',
  ],
  ['`required`', 'length: 1..40', 'required: true', '10:27 unknown-key', 'unless it says `optional: true`'],
  ['`maxLength`', 'length: 1..40', 'maxLength: 40', '10:27 unknown-key', 'Write `length: ..40`'],
  ['an action without brackets', 'do: [read, list] }', 'do: create }', '13:20 wrong-shape', '`do: [create]`'],
  ['an action called otherwise', 'do: [read, list] }', 'do: [get, list] }', '13:21 unknown-action', 'Write `read`.'],
  [
    'a default that is no value',
    'type: text, length: 1..40',
    'type: enum, values: [open, closed], default: opne',
    '10:60 bad-default',
    'Did you mean `open`?',
  ],
  ['a colon in a text', 'name: blood', 'name: blood\ntitle: Blood: bank', '3:8 yaml-syntax', '`title: "Blood: bank"`'],
  ['a tab', '    key: id', '\tkey: id', '7:1 yaml-syntax', 'Indent with spaces'],
  ['a quote that is not closed', 'name: blood', 'name: "blood', '2:7 yaml-syntax', 'Close it on the same line'],
  ['fields beside their entity', '    allow:\n      clerk', '  allow:\n      clerk', '12:3 misplaced-key', ''],
  [
    '`and` in a condition',
    'do: [read, list] }',
    'do: [read, list], when: resource.ward == principal.id and true }',
    '13:70 cedar-syntax',
    'Write `&&`',
  ],
  [
    'one sign of equality',
    'do: [read, list] }',
    'do: [read, list], when: resource.ward = "north" }',
    '13:40 cedar-syntax',
    'Write `==`',
  ],
  [
    'single quotes in a condition',
    'do: [read, list] }',
    "do: [read, list], when: resource.ward == 'north' }",
    '13:57 cedar-syntax',
    'double quotes',
  ],
  [
    'a decimal in a condition',
    'do: [read, list] }',
    'do: [read, list], when: resource.weight > 2.5 }',
    '13:60 cedar-syntax',
    'no decimals',
  ],
  [
    'a decimal and a whole number',
    'do: [read, list] }',
    'do: [read, list], when: resource.weight > 2 }',
    '13:7 cedar-unsupported',
    'no decimals',
  ],
  [
    'a field that is not there',
    'do: [read, list] }',
    'do: [read, list], when: resource.wrad == "north" }',
    '13:7 cedar-type',
    'Did you mean `ward`?',
  ],
  [
    'an entity that is not there',
    '    allow:',
    '    relations: { bank: { one: Ordre } }\n    allow:',
    '12:31 unknown-entity',
    'Did you mean `Order`?',
  ],
  ['a role that is not there', 'clerk: { do', 'clrek: { do', '13:7 unknown-role', 'Did you mean `clerk`?'],
]

test.each(mistakes)('%s is one error, where it is, with what to write', async (_, from, to, where, hint) => {
  const file = join(folder, 'charter.yaml')
  expect(charter).toContain(from)
  await writeFile(file, charter.replace(from, to))
  const errors = checkLoaded(await loadCharter(file)).filter(({ severity }) => severity === 'error')
  expect(errors.map(({ place, code }) => `${place.line}:${place.column} ${code}`)).toEqual([where])
  expect(errors[0]?.hint ?? '').toContain(hint)
})
