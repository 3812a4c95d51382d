import { evaluate, type Json, type JsonObject, type Operand, type Predicate } from '@charter/runtime'
import type { SqlConnector } from '@charter/sql'
import { encoded } from '@charter/sql'
import { readOf, type SqlValue, writeOf } from '@charter/sql/store'
import fc from 'fast-check'
import { charterOf, entity, field, modelOf, relation } from './build.ts'
import { expect, test } from './harness.ts'
import type { ConformanceSource } from './source.ts'

const optional = { isOptional: true }
const text = { kind: 'text' } as const
const charterFor = (connector: string) =>
  charterOf(
    connector,
    [
      entity('Ward', [field('id', text), field('name', text, optional), field('beds', { kind: 'int32' })]),
      entity(
        'Patient',
        [
          field('id', text),
          field('name', text, optional),
          field('age', { kind: 'int32' }, optional),
          field('tags', { kind: 'array', items: text }, optional),
          field('wardId', text, optional),
        ],
        {
          relations: [
            relation('ward', { kind: 'one', target: 'Ward', from: ['wardId'], to: ['id'], isOptional: true }),
          ],
        },
      ),
    ],
    {
      access: {
        accepts: [],
        roles: [],
        mfa: [],
        principal: [
          { name: 'ward', claim: 'ward', type: text, isRequired: false },
          { name: 'wards', claim: 'wards', type: { kind: 'array', items: text }, isRequired: false },
        ],
      },
    },
  )

const texts = fc.constantFrom('', 'a', 'b', 'A', 'a%', '100%', 'ä😀')
const textFields: Operand[] = [
  { kind: 'field', path: ['name'], type: text },
  { kind: 'field', path: ['ward', 'name'], type: text },
]
const textOperand: fc.Arbitrary<Operand> = fc.oneof(
  fc.constantFrom<Operand>(...textFields, { kind: 'principal', name: 'ward' }),
  texts.map((value): Operand => ({ kind: 'value', value, type: text })),
)
const numberOperand: fc.Arbitrary<Operand> = fc.oneof(
  fc.constantFrom<Operand>(
    { kind: 'field', path: ['age'], type: { kind: 'int32' } },
    { kind: 'field', path: ['ward', 'beds'], type: { kind: 'int32' } },
  ),
  fc.integer({ min: 0, max: 3 }).map((value): Operand => ({ kind: 'value', value, type: { kind: 'int32' } })),
)
const arrayOperand = fc.constantFrom<Operand>(
  { kind: 'field', path: ['tags'] },
  { kind: 'principal', name: 'wards' },
  { kind: 'value', value: ['a', 'b'], type: { kind: 'array', items: text } },
)
const comparison = fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge')

const leaf: fc.Arbitrary<Predicate> = fc.oneof(
  fc.constantFrom<Predicate>({ kind: 'true' }, { kind: 'false' }),
  fc.record({ kind: fc.constant('compare'), op: fc.constantFrom('eq', 'ne'), left: textOperand, right: textOperand }),
  fc.record({ kind: fc.constant('compare'), op: comparison, left: numberOperand, right: numberOperand }),
  fc.record({ kind: fc.constant('in'), left: textOperand, right: fc.array(textOperand, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('like'),
    left: textOperand,
    pattern: fc.constantFrom('a%', '%', '_', '100\\%', 'A_', 'a\\', '%\\', '%\\\\'),
  }),
  fc.record({ kind: fc.constant('startsWith'), left: textOperand, prefix: texts }),
  fc.record({ kind: fc.constant('isNull'), left: fc.oneof(textOperand, numberOperand, arrayOperand) }),
  fc.record({ kind: fc.constant('contains'), left: arrayOperand, right: textOperand }),
  fc.record({ kind: fc.constantFrom('containsAll', 'containsAny'), left: arrayOperand, right: arrayOperand }),
)

const predicates = fc.letrec<{ any: Predicate }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ kind: fc.constantFrom('and', 'or'), of: fc.array(tie('any'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not'), of: tie('any') }),
  ),
})).any

const subjects = fc.record({
  id: fc.constant('p'),
  roles: fc.constant([]),
  attributes: fc.record({ ward: texts, wards: fc.array(texts, { maxLength: 2 }) }, { requiredKeys: [] }),
})

const rows: JsonObject[] = ['', 'a', 'b', 'ä😀', 'a\\', null].flatMap((name, at) =>
  [0, 2, null].flatMap((age, index) =>
    [null, ['a'], ['b', 'ä😀', 'a']].map((tags, third) => ({
      id: `${at}.${index}.${third}`,
      name,
      age,
      tags,
      wardId: [null, 'w1', 'w2'][(at + third) % 3] ?? null,
    })),
  ),
)
const wards: JsonObject[] = [
  { id: 'w1', name: 'a', beds: 2 },
  { id: 'w2', name: null, beds: 0 },
]

const bind = (value: Json, storage: Parameters<typeof encoded>[0]): SqlValue => {
  const bound = encoded(storage, value)
  return bound !== null && typeof bound === 'object' && 'bigint' in bound ? BigInt(bound.bigint) : bound
}

/** Random rules over random rows, in the database and by `evaluate`. */
export const rulesConformance = (connector: SqlConnector, makeSource: () => Promise<ConformanceSource>): void => {
  test('a permit rule selects exactly the rows that evaluate holds for, a forbid also those it cannot decide', async () => {
    const charter = charterFor(connector.name)
    const { render } = connector
    const database = await makeSource()
    const opened = await connector.open(database.url, {
      isReadOnly: false,
      schema: connector.createSchema(charter),
      // What is not in time here waits for the machine.
      statementTimeoutMs: 60_000,
    })
    const [wardSql, patientSql] = render(charter, modelOf(charter))
    await opened.database.transaction(async (transaction) => {
      for (const [sql, values] of [
        [wardSql, wards],
        [patientSql, rows],
      ] as const) {
        for (const row of values)
          await transaction.run(
            writeOf('INSERT', { text: sql?.insert?.sql ?? '', table: sql?.table ?? '' }),
            (sql?.insert?.fields ?? []).map((name) =>
              bind(row[name] ?? null, sql?.columns[name]?.storage ?? { kind: 'text' }),
            ),
          )
      }
    })
    await fc.assert(
      fc.asyncProperty(predicates, subjects, fc.constantFrom('permit', 'forbid'), async (when, subject, effect) => {
        const rule = {
          id: 'r',
          effect,
          entity: 'Patient',
          actions: ['read'],
          roles: [],
          isConditional: true,
          when,
          source,
        } as const
        const patient = render(charter, modelOf(charter, [rule]))[1]
        const fragment = patient?.rules.r ?? { sql: '', params: [] }
        const params = fragment.params.map((param) =>
          param.kind !== 'value'
            ? bind(principalValue(subject, param.name), param.kind === 'role' ? { kind: 'integer' } : param.storage)
            : bind(param.value as SqlValue | { bigint: string } as Json, { kind: 'text' }) === null
              ? null
              : (param.value as SqlValue),
        )
        const found = await opened.database.all(
          readOf(`SELECT t."id" FROM ${patient?.from} WHERE ${fragment.sql}`),
          params,
        )
        const expected = rows.filter((row) => {
          const truth = evaluate(when, { ...row, ward: wards.find((ward) => ward.id === row.wardId) ?? null }, subject)
          return truth === true || (effect === 'forbid' && truth === 'error')
        })
        expect(found.map(([id]) => id).sort()).toEqual(expected.map((row) => row.id).sort())
      }),
      { numRuns: 1500 },
    )
    await opened.close()
    await database.remove()
  })
}

const source = { file: 'charter.yaml', line: 1, text: '' }
const principalValue = (subject: { id: string; attributes: JsonObject }, name: string): Json =>
  name === 'id' ? subject.id : (subject.attributes[name] ?? null)
