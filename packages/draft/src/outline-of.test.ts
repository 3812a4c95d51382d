import { type Charter, checkCharter, parseCharter } from '@charter/charter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Analysis } from './analysis.ts'
import { completeAccess } from './complete-access.ts'
import { draftCharter } from './draft.ts'
import { outlineOf } from './outline-of.ts'
import { writeDocument } from './write-document.ts'

/** The charter of a document that has no finding. */
const sound = (document: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': document })
  expect(diagnostics, document).toEqual([])
  const context = {
    styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
    connectors: [{ name: 'sqlite', accepts: () => false, check: () => [] }],
  }
  expect(checkCharter(charter as Charter, context), document).toEqual([])
  return charter as Charter
}

const drafted = (words: string) => {
  const draft = draftCharter(words)
  return { ...draft, charter: sound(draft.document) }
}

const outlined = (analysis: Analysis) => {
  const outline = outlineOf(analysis)
  completeAccess(outline)
  return { outline, charter: sound(writeDocument(outline, { name: 'x', title: 'X' })) }
}

const from = { quoted: true, quote: 'words', offset: 0, confidence: 0.9 }
const entity = (name: string, ...fields: readonly string[]): Analysis['entities'][number] => ({
  ...from,
  name,
  aliases: [],
  fields: fields.map((field) => ({
    ...from,
    name: field,
    aliases: [],
    type: 'text',
    optional: false,
    enum: null,
    class: null,
    options: { type: 'text' },
  })),
})
const relation = (
  from_: string,
  to: string,
  more: Partial<Analysis['relations'][number]> = {},
): Analysis['relations'][number] => ({
  ...from,
  from: from_,
  to,
  kind: 'many-to-one',
  owned: false,
  optional: false,
  ...more,
})
const nothing: Analysis = {
  entities: [],
  relations: [],
  roles: [],
  access: [],
  operations: [],
  statements: { styles: [], language: null, database: null, frameworks: [], pageSize: null, rateLimit: null },
  notEntities: [],
  contradictions: [],
}

const relationsOf = (charter: Charter, name: string) =>
  charter.entities
    .find((each) => each.name === name)
    ?.relations.map((each) => `${each.name}: ${each.kind} ${each.target}${each.isOwned ? ' owned' : ''}`)

describe('relations', () => {
  test('one-to-one is a reference of which there is one at most', () => {
    const { charter } = outlined({
      ...nothing,
      entities: [entity('Passport', 'number'), entity('Person', 'name')],
      relations: [relation('Passport', 'Person', { kind: 'one-to-one' })],
    })
    expect(relationsOf(charter, 'Passport')).toEqual(['person: one Person'])
    expect(charter.entities[0]?.unique.map(({ fields }) => fields)).toEqual([['personId']])
  })

  test('a kind of something refers to one of its own, and says that this is assumed', () => {
    const { charter, outline } = outlined({
      ...nothing,
      entities: [entity('Bond', 'coupon'), entity('Instrument', 'code')],
      relations: [relation('Bond', 'Instrument', { kind: 'is-a', optional: true })],
    })
    expect(charter.entities[0]?.relations[0]?.isOptional).toBe(false)
    expect(outline.provenance.get('Bond.instrument')).toMatchObject({
      quoted: 'words',
      assumed: 'a bond is an instrument, so each refers to one instrument of its own',
    })
  })

  test('what something owns goes with it', () => {
    const { charter } = outlined({
      ...nothing,
      entities: [entity('Line', 'text'), entity('Order', 'number')],
      relations: [relation('Line', 'Order', { owned: true })],
    })
    expect(relationsOf(charter, 'Order')).toEqual(['lines: many Line owned'])
  })

  test('many-to-many goes through what refers to both already', () => {
    const { charter } = outlined({
      ...nothing,
      entities: [entity('Course', 'title'), entity('Student', 'name'), entity('Enrolment', 'grade')],
      relations: [
        relation('Course', 'Student', { kind: 'many-to-many' }),
        relation('Enrolment', 'Course'),
        relation('Enrolment', 'Student'),
      ],
    })
    expect(charter.entities).toHaveLength(3)
    expect(charter.entities[0]?.relations.find(({ name }) => name === 'students')?.through?.entity).toBe('Enrolment')
  })

  test('two between the same pair keep their names', () => {
    const { charter } = outlined({
      ...nothing,
      entities: [entity('Match', 'day'), entity('Team', 'name')],
      relations: [
        relation('Match', 'Team', { name: 'homeTeam' }),
        relation('Match', 'Team', { name: 'awayTeam', offset: 9 }),
      ],
    })
    expect(relationsOf(charter, 'Match')).toEqual(['homeTeam: one Team', 'awayTeam: one Team'])
    expect(relationsOf(charter, 'Team')).toEqual(['matches: many Match', 'awayTeamMatches: many Match'])
  })

  test('things that need each other all round can still be made, and it is asked which comes first', () => {
    const { charter, outline } = outlined({
      ...nothing,
      entities: [entity('Team', 'name'), entity('Coach', 'name')],
      relations: [relation('Team', 'Coach'), relation('Coach', 'Team')],
    })
    const optional = charter.entities.flatMap((each) =>
      each.relations.filter(({ kind, isOptional }) => kind === 'one' && isOptional),
    )
    expect(optional).toHaveLength(1)
    expect(outline.questions.some(({ sentence }) => sentence.includes('comes first'))).toBe(true)
  })
})

describe('limits', () => {
  const state = 'An order has a number. Its status is open, paid or shipped.'
  const lineOf = (words: string) => {
    const { charter, questions } = drafted(words)
    const allow = charter.entities.find(({ name }) => name === 'Order')?.allow.filter(({ role }) => role === 'clerk')
    return { allow: allow?.map(({ do: actions, when }) => [actions.join(), when]), questions }
  }

  test('by a state are rules', () => {
    const { allow } = lineOf(`${state} Clerks create orders. Clerks delete orders while they are open.`)
    expect(allow).toContainEqual([expect.stringContaining('delete'), 'resource.status == "open"'])
  })

  test('that no rule can say allow nothing, and are asked about', () => {
    const { allow, questions } = lineOf(`${state} Clerks create orders. Clerks delete orders unless the moon is full.`)
    expect(allow).toEqual([['create', undefined]])
    expect(questions.map(({ choices }) => choices)).toContainEqual(['no limit', 'a rule to be written', 'not allowed'])
  })
})

describe('what is said twice, and not alike, is a question with both to choose from', () => {
  const contradictions = (words: string) =>
    drafted(words).charter.questions.filter(({ kind }) => kind === 'contradiction')

  test.each([
    [
      'two value lists',
      'An order has a number and a size (small, large). An order has a size (tiny, huge) and a price.',
      ['large, small', 'huge, tiny'],
    ],
    [
      'a grant and its denial',
      'An order has a number. Guests delete orders. Guests cannot delete orders. Clerks create orders.',
      ['no', 'yes'],
    ],
    ['two page sizes', 'An order has a number. Lists in pages of 20. A list has 50 orders per page.', ['20', '50']],
  ])('%s', (_, words, choices) => {
    expect(contradictions(words).map((each) => each.choices)).toContainEqual(choices)
  })

  test('and what is denied stays denied', () => {
    const { charter } = drafted(
      'An order has a number. Guests manage orders. Guests cannot delete orders. Clerks create orders.',
    )
    const guest = charter.entities[0]?.allow.find(({ role }) => role === 'guest')
    expect(guest?.do).not.toContain('delete')
    expect(guest?.do).toContain('update')
  })
})

test('what a charter cannot say yet is asked about, not written', () => {
  const { charter, questions } = drafted(
    'An order has a number. We want GraphQL, Java and PostgreSQL, GDPR applies, at most 600 requests per minute.',
  )
  expect(charter.serves).toEqual(['rest', 'graphql'])
  for (const said of ['java', 'postgresql', 'gdpr', '600'])
    expect(
      questions.map(({ sentence }) => sentence),
      said,
    ).toContainEqual(expect.stringContaining(said))
})

test('a card security code is not kept, and is asked about', () => {
  const { outline } = outlined({ ...nothing, entities: [entity('Payment', 'cvv', 'amount')] })
  expect([...(outline.entities.get('Payment')?.fields.keys() ?? [])]).toEqual(['amount'])
  expect(outline.questions.some(({ sentence }) => sentence.includes('security code'))).toBe(true)
})

test('whatever was found, its charter has no finding', () => {
  const long = 'Averyverylongnameindeed'.repeat(4).slice(0, 60)
  const things = [
    'Id',
    'Patient',
    'PATIENT',
    'PatientId',
    'Name',
    'Order',
    'SqliteRow',
    'Constructor',
    long,
    '日本',
    '',
  ]
  const members = ['id', 'name', 'patient', 'patientId', 'orders', 'constructor', 'cvv', '__proto__', 'n1', long, '']
  const provenance = { quoted: fc.constant(true), quote: fc.constant('own'), confidence: fc.constant(0.5) }
  const placed = { ...provenance, offset: fc.nat(20) }
  const thing = fc.constantFrom(...things)
  const member = fc.constantFrom(...members)
  const field = fc.record({
    ...placed,
    name: member,
    aliases: fc.constant([]),
    ...{ optional: fc.boolean(), enum: fc.constant(null), class: fc.constant(null) },
    options: fc.constantFrom(
      { type: 'text' },
      { type: 'enum', values: ['a', 'a', 'open'] },
      { type: 'enum', values: ['1', '2'] },
      { type: 'enum' },
    ),
  })
  const typed = field.map((each) => ({ ...each, type: each.options.type }))
  const analysis = fc.record({
    entities: fc.array(fc.record({ ...placed, name: thing, aliases: fc.constant([]), fields: fc.array(typed, { maxLength: 4 }) }), { maxLength: 6 }), // biome-ignore format: a record
    relations: fc.array(
      fc.record({
        ...placed,
        from: thing,
        to: thing,
        kind: fc.constantFrom('many-to-one' as const, 'one-to-one' as const, 'many-to-many' as const, 'is-a' as const),
        owned: fc.boolean(),
        optional: fc.boolean(),
        name: fc.constantFrom('name', 'patient', 'id', 'order'),
      }),
      { maxLength: 8 },
    ),
    roles: fc.array(fc.record({ ...placed, name: member, aliases: fc.constant([]) }), { maxLength: 4 }),
    access: fc.array(
      fc.record({
        ...placed,
        role: member,
        do: fc.array(fc.constantFrom('create', 'read', 'audit', 'cancelOrder', 'fly'), { maxLength: 3 }),
        on: thing,
        when: fc.constantFrom(
          null,
          'of their own ward',
          'own order',
          'while it is open',
          'that',
          'unless x',
          'of their patients',
        ),
      }),
      { maxLength: 6 },
    ),
    operations: fc.array(fc.record({ ...placed, name: fc.constantFrom('cancelOrder', 'create', ...members), on: thing, aliases: fc.constant([]) }), { maxLength: 3 }), // biome-ignore format: a record
    statements: fc.record({
      styles: fc.constantFrom([], ['rest'], ['soap']),
      language: fc.constantFrom(null, 'go'),
      database: fc.constantFrom(null, 'oracle'),
      frameworks: fc.constantFrom([], ['hipaa']),
      pageSize: fc.constantFrom(null, 0, 50, 500, 100_000),
      rateLimit: fc.constantFrom(null, 60),
    }),
    notEntities: fc.constant([]),
    contradictions: fc.constant([]),
  })
  fc.assert(
    fc.property(analysis, (found) => {
      outlined(found)
    }),
    { numRuns: 400 },
  )
})
