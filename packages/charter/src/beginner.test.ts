import { describe, expect, test } from 'vitest'
import { checkCharter, parseCharter } from './index.ts'

const named = (name: string) => ({ name, check: () => [] })
const context = {
  styles: ['rest', 'graphql', 'grpc'].map(named),
  connectors: ['sqlite', 'postgresql'].map((name) => ({ ...named(name), accepts: () => false })),
  planned: { styles: [], databases: ['mysql'], frameworks: ['hipaa'] },
}

/** `line:column severity message / hint`, of everything that is said. */
const said = (text: string, file = 'charter.yaml'): readonly string[] => {
  const { partial, diagnostics } = parseCharter({ [file]: text })
  const found = partial ? checkCharter(partial, context) : []
  return [...diagnostics, ...found]
    .filter(({ code }) => code !== 'no-access')
    .map(({ place, severity, message, hint }) => `${place.line}:${place.column} ${severity} ${message} / ${hint ?? ''}`)
}

const head = 'charter: 1\nname: blood\naccess: { roles: [nurse] }\n'
const fields = (...lines: readonly string[]) =>
  `${head}entities:\n  Donor:\n    key: id\n    fields:\n      id: uuid\n${lines.map((line) => `      ${line}\n`).join('')}`

describe('names that nobody knows are mistakes, planned ones are not', () => {
  test('styles, frameworks and credentials, each where it stands', () => {
    expect(
      said(`charter: 1\nname: a\nserves: [REST, grapqhl]\nframeworks: [hipaa, hippa]\naccess: { accepts: [jtw] }\n`),
    ).toEqual([
      '3:10 error There is no style `REST`. / Did you mean `rest`? Known here: rest, graphql, grpc.',
      '3:16 error There is no style `grapqhl`. / Did you mean `graphql`? Known here: rest, graphql, grpc.',
      '4:14 warning The framework `hipaa` is declared, but not built yet: `generate` and `run` refuse it. / ',
      '4:21 error There is no framework `hippa`. / Did you mean `hipaa`? Known here: hipaa.',
      '5:21 error There is no credential `jtw`. / Did you mean `jwt`? Known here: jwt, oauth2, api-key, saml, gateway.',
    ])
  })

  test('databases, of which a URL shows its scheme alone', () => {
    expect(said('charter: 1\nname: a\nsources: { main: { own: postgres } }\n')).toEqual([
      '3:20 error There is no database `postgres`. / Did you mean `postgresql`? Known here: sqlite, postgresql, mysql.',
    ])
    expect(said('charter: 1\nname: a\nsources: { main: { own: mysql } }\n')[0]).toContain('not built yet')
    expect(said('charter: 1\nname: a\nsources: { main: { url: "oracle://me:secret@there/db" } }\n')).toEqual([
      '3:20 error There is no database `oracle`. / Known here: sqlite, postgresql, mysql.',
    ])
  })
})

describe('words of other languages are told what to write', () => {
  test.each([
    ['integer', 'Write `type: int32`.'],
    ['string', 'Write `type: text`.'],
    ['String!', 'Write `type: text`.'],
    ['varchar(40)', 'Write `{ type: text, length: ..40 }`.'],
    ['numeric(8, 2)', 'Write `{ type: decimal, precision: 8, scale: 2 }`.'],
    ['string[]', 'Write `{ type: array, items: string }`.'],
    ['bool', 'Write `type: boolean`.'],
    ['datetime', 'Did you mean `dateTime`?'],
    [
      'timestamp',
      'Write `type: instant` for a moment in time, or `type: dateTime` for a date and time without a zone.',
    ],
    ['email', 'Write `{ type: text, format: email }`.'],
    ['interger', 'Write `type: int32`.'],
    ['dat', 'Did you mean `date`?'],
    ['Donor', 'Another entity is reached over a relation: under `relations`, write `donor: { one: Donor }`.'],
  ])('type %s', (type, hint) => {
    expect(said(fields(`x: { type: "${type}", default: 0, min: 0, length: 1..2 }`))).toEqual([
      `9:18 error There is no type \`${type}\`. / ${hint}`,
    ])
  })

  test.each([
    ['required: true', 'A field is required unless it says `optional: true`: leave this out.'],
    ['nullable: true', 'Fields are required unless they say `optional: true`: write that, or leave it out.'],
    ['maxLength: 40', 'Write `length: ..40`, with the greatest length.'],
    ['primary_key: true', 'The entity says its key: `key: id`, beside `fields`.'],
    ['optonal: true', 'Did you mean `optional`?'],
  ])('field with %s', (option, hint) => {
    expect(said(fields(`x: { type: text, ${option} }`)).map((line) => line.split(' / ')[1])).toEqual([hint])
  })

  test('a key that is like none is told all keys there are', () => {
    expect(said(fields('x: { type: text, zzzzzz: 1 }'))[0]).toMatch(/Known here: type, .*optional.*was\./)
  })

  test.each([
    ['{ type: instant, default: now() }', 'Write `default: now`.'],
    ['{ type: date, default: CURRENT_DATE }', 'Write `default: today`.'],
    ['{ type: uuid, default: gen_random_uuid() }', 'Write `default: generated`.'],
    ['{ type: enum, values: [new, old], default: nwe }', 'Did you mean `new`? Its values: new, old.'],
    ['{ type: enum, values: [new, old], default: zzz }', 'Its values: new, old.'],
    ['{ type: boolean, default: yes }', 'Write `true` or `false`, without quotes.'],
    ['{ type: text, unique: yes }', 'Write `unique: true` or `unique: false`, without quotes.'],
    ['{ type: text, length: 40 }', 'Write `length: ..40` for at most 40, `length: 40..40` for exactly so many.'],
    ['{ type: decimal(8, 2) }', 'Write `{ type: decimal, precision: 8, scale: 2 }`.'],
    ['[small, large]', 'Write `x: { type: enum, values: [small, large] }`.'],
    ['{ type: text, description: 5 }', 'Put quotes around it: `description: "5"`.'],
  ])('field %s', (field, hint) => {
    expect(said(fields(`x: ${field}`)).map((line) => line.split(' / ')[1])).toEqual([hint])
  })
})

test.each([
  ['name: Blood Bank', 'A name is small letters and digits, words joined by hyphens: `blood-bank`.'],
  [
    'name: a\nentities: { donor: { key: id, fields: { id: uuid } } }',
    'A name is a capital letter, then letters, digits or underscores, at most 64: `Donor`.',
  ],
  [
    'name: a\nentities: { Donor: { key: id, fields: { blood_type: text, Last-Name: text, id: uuid } } }',
    'A name is a small letter, then letters, digits or underscores, at most 64: `lastName`.',
  ],
  ['name: a\nentities: { Donor: { key: id, properties: { id: uuid } } }', 'Write `fields`.'],
  [
    'name: a\nentities: { Donor: { key: id, fields: { id: uuid }, relations: { ward: Ward } } }',
    'Write `ward: { one: Ward }`, or `ward: { many: Ward }`.',
  ],
  [
    'name: a\nentities: { Donor: { key: id, fields: { id: uuid }, relations: { ward: { belongsTo: Ward } } } }',
    'Write `one: Patient`, or `many: Patient`.',
  ],
  [
    'name: a\nentities: { Donor: { key: id, fields: { id: uuid, n: int32 }, checks: [n > 0] } }',
    'Give each a name, without dashes or brackets: `first: n > 0`.',
  ],
  [
    'name: a\nentities: { Donor: { key: id, fields: { id: uuid, n: int32 }, checks: { c: "n > 0 && n < 9" } } }',
    'A rule names the fields of its row alone, and is joined with `and`, `or`, `not`: `endsAt > startsAt and dose > 0`.',
  ],
])('%s', (text, hint) => {
  const hints = said(`charter: 1\n${text}\n`).map((line) => line.slice(line.indexOf(' / ') + 3))
  expect(
    hints.filter((each) => each !== '' && each !== 'Add `key: id`, or `readOnly: true`.' && !each.startsWith('Known')),
  ).toEqual([hint])
})

describe('what somebody may do', () => {
  const allowing = (line: string) => said(`${fields()}    allow:\n      ${line}\n`)
  test.each([
    [
      'nurse: { do: create }',
      '10:20 error Expected a list, found text `create`. / A list stands in brackets, also of one: `do: [create]`.',
    ],
    [
      'nurse: [read, list]',
      '10:14 error Expected a line of `allow` (a map), found a list. / Write `nurse: { do: [read, list] }`.',
    ],
    ['nurse: { do: [read, remove] }', '10:27 error `remove` is nothing that can be done with Donor. / Write `delete`.'],
    ['nurse: { do: [raed] }', '10:21 error `raed` is nothing that can be done with Donor. / Did you mean `read`?'],
    ['nurze: { do: [read] }', '10:7 error There is no role `nurze` under `access.roles`. / Did you mean `nurse`?'],
    [
      'doctor: { do: [read] }',
      '10:7 error There is no role `doctor` under `access.roles`. / Known here: nurse. Or add it: `access: { roles: [nurse, doctor] }`.',
    ],
  ])('%s', (line, expected) => {
    expect(allowing(line)).toEqual([expected])
  })

  test('a role that is declared nowhere is told once', () => {
    const entity = (name: string) => `  ${name}: { key: id, fields: { id: uuid }, allow: { boss: { do: [read] } } }\n`
    expect(said(`charter: 1\nname: a\nentities:\n${entity('Donor')}${entity('Ward')}`)).toEqual([
      '4:52 error There is no role `boss` under `access.roles`. / Add it: `access: { roles: [boss] }`.',
    ])
  })
})

test('a relation that leads nowhere is told once, without what follows from it', () => {
  expect(
    said(`${head}entities:
  Ward:
    key: id
    fields: { id: uuid }
    relations: { donors: { many: Donor, inverse: ward } }
  Donor:
    key: [id, wardId]
    unique: [[name, wardId]]
    fields: { id: uuid, name: text }
    relations: { ward: { one: Wrad } }
    samples: [{ id: 6b1c2f0e-0f5e-4d39-9d0a-0b6f1f6d7a11, name: Ann }]
`),
  ).toEqual(['13:31 error There is no entity `Wrad`. / Did you mean `Ward`?'])
})

describe('a slip of indentation is one mistake', () => {
  const entity = 'key: id\nfields:\n  id: uuid\nallow:\n  nurse: { do: [read] }\n'
  const indented = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by))
  test.each([
    [
      'entities beside their key',
      `${head}entities:\nDonor:\n${indented(entity, 2)}Ward:\n${indented(entity, 2)}`,
      '5:1',
      '`Donor` stands beside `entities`, and belongs in it.',
    ],
    [
      'fields beside their entity',
      `${head}entities:\n  Donor:\n    key: id\n${indented(entity.slice(8), 2)}`,
      '7:3',
      '`fields` stands beside `Donor`, and belongs in it.',
    ],
    [
      'fields beside `fields`',
      `${head}entities:\n  Donor:\n    key: id\n    fields:\n    id: uuid\n`,
      '8:5',
      '`id` stands beside `fields`, and belongs in it.',
    ],
    [
      'entities within access',
      `charter: 1\nname: a\naccess:\n  roles: [nurse]\n  entities:\n    Donor:\n${indented(entity, 6)}`,
      '5:3',
      '`entities` stands in `access`, where it means nothing.',
    ],
    [
      'allow among the fields',
      `${head}entities:\n  Donor:\n    key: id\n    fields:\n      id: uuid\n      allow:\n        nurse: { do: [read] }\n`,
      '9:7',
      '`allow` stands in `fields`, where it means nothing.',
    ],
  ])('%s', (_, text, place, message) => {
    expect(said(text).map((line) => line.split(' / ')[0])).toEqual([`${place} error ${message}`])
  })
})

describe('text that is no YAML is one mistake, in plain words', () => {
  const not = (text: string) => said(text)[0]?.replace('error This is not valid YAML: ', '')
  test.each([
    [
      'charter: 1\ntitle: Blood: bank\n',
      '2:8 the text after `title:` has a colon in it. / Put quotes around the text: `title: "Blood: bank"`.',
    ],
    [
      'charter: 1\nentities:\n\tDonor:\n\t\tkey: id\n',
      '3:1 the line is indented with a tab. / Indent with spaces, two for each level.',
    ],
    [
      'charter: 1\ntitle: "Blood\nserves: [rest]\n',
      '2:8 the quote that begins here is not closed. / Close it on the same line; an apostrophe within a text stands in double quotes: `"the bank\'s"`.',
    ],
    [
      'charter: 1\naccess: { roles: [nurse]\nname: a\n',
      '2:9 the `{` that begins here is not closed. / Write `}` at its end.',
    ],
    ['charter: 1\nserves: [rest\nname: a\n', '2:9 the `[` that begins here is not closed. / Write `]` at its end.'],
    [
      'charter: 1\na:\n  b: x\n c: y\n',
      '4:2 `c` does not line up with the lines around it (it has 1 space, the line above 2 spaces). / What belongs to one thing has the same number of spaces before it; what is in it, two more.',
    ],
    [
      'a:\n  b: x\n    c: y\n',
      '3:5 `c` is indented further than `b` above it, which has a value already. / Indent `c` by as many spaces as `b`.',
    ],
    ['a:\n  key id\n  b: x\n', '2:3 `key` has no colon after it. / Write `key: id`.'],
    [
      'a: @home\n',
      '1:4 the text after `a:` has signs in it that YAML keeps for itself. / Put quotes around the whole text: `a: "@home"`.',
    ],
    [
      'a: [A-Z]{2}\n',
      '1:4 the text after `a:` has signs in it that YAML keeps for itself. / Put quotes around the whole text: `a: "[A-Z]{2}"`.',
    ],
    [
      'a: "\\d+"\n',
      "1:5 the backslash means something else within double quotes. / Write the text in single quotes: `pattern: '\\d{3}'`.",
    ],
    [
      'charter: 1\n---\nname: a\n',
      '2:1 a second document begins here, after `---`. / A charter is one document: leave the `---` out.',
    ],
  ])('%j', (text, expected) => {
    expect(said(text)).toHaveLength(1)
    expect(not(text)).toBe(expected)
  })

  test('an entity’s own file that cannot be read is told alone', () => {
    const { diagnostics } = parseCharter({
      'charter.yaml': `${head}entities: { Ward: { key: id, fields: { id: uuid }, relations: { donor: { one: Donor } } } }\n`,
      'entities/Donor.yaml': 'key: id\n\tfields: {}\n',
    })
    expect(diagnostics.map(({ code, place }) => [code, place.file, place.line])).toEqual([
      ['yaml-syntax', 'entities/Donor.yaml', 2],
    ])
  })
})
