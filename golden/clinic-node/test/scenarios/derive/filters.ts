import {
  evaluate,
  type FieldModel,
  type FilterOperator,
  filterOperators,
  type Json,
  type JsonObject,
  type Predicate,
} from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { type About, isOpenTo, isProtected, keyTexts, listed, roleThat } from './derivation.ts'
import { spelled, valuesOf } from './lists.ts'
import { countOf, everyRow, pageOf } from './pages.ts'

/** Every field × operator its type has, in the address or (protected fields) in a search body; hidden ones refused. */
export const filterScenarios = (about: About): readonly Scenario[] => {
  const { entity, model } = about
  if (entity.key.length === 0) return []
  const role = roleThat(about, ['list']) ?? model.access.roles.find((each) => about.can(each, 'list', about.rows[0]))
  return [
    ...(role === undefined
      ? []
      : entity.fields
          .filter((field) => field.isFilterable && isOpenTo(about, role, field))
          .map((field) => fieldScenario(about, role, field))
          .filter((scenario) => scenario.steps.length > 0)),
    ...(role === undefined ? [] : combined(about, role)),
    ...(role === undefined ? [] : longPatterns(about, role)),
    ...(role === undefined ? [] : inAddresses(about, role)),
    ...(role === undefined ? [] : byTokens(about, role)),
    ...model.access.roles.filter((each) => about.mayEver(each, 'list')).flatMap((each) => hidden(about, each)),
  ]
}

interface Condition {
  readonly op: FilterOperator
  readonly value: Json
}

const fieldScenario = (about: About, role: string, field: FieldModel): Scenario => ({
  id: `${about.entity.name}.filter.${field.name}`,
  title: `${field.name} filters with every operator of its type; rows without a value only come when asked for`,
  cites: ['filters'],
  rows: 'example',
  writes: false,
  steps: conditionsOf(about, role, field).map((condition) => stepOf(about, role, field, condition)),
})

const conditionsOf = (about: About, role: string, field: FieldModel): readonly Condition[] => {
  const values = valuesOf(listed(about, role), field)
  const [first, second = first] = values
  const last = values.at(-1)
  // A value in which what `like` gives a meaning stands for itself.
  const odd = String(values.find((value) => typeof value === 'string' && /[%_]/.test(value)) ?? last)
  const operators: readonly FilterOperator[] = field.protect ? ['eq', 'in'] : filterOperators(field.type)
  if (first === undefined || last === undefined) return field.protect ? [] : [{ op: 'isNull', value: true }]
  return [
    ...operators.flatMap((op): readonly Condition[] => {
      if (op === 'isNull') return [true, false].map((value) => ({ op, value }))
      if (op === 'in') return [{ op, value: [first, last] as Json }]
      if (op === 'like') return [...likes(String(first)), ...likes(odd)].map((value) => ({ op, value }))
      if (op === 'startsWith')
        return [String(first).slice(0, 3), String(first).toUpperCase().slice(0, 3)].map((value) => ({ op, value }))
      return [first, second ?? first, last].map((value) => ({ op, value }))
    }),
  ]
}

/** `%` any run, `_` one code point, `\` escapes, case-sensitive. */
const likes = (text: string): readonly string[] => {
  const points = [...text]
  const escaped = (part: string) => part.replaceAll(/[\\%_]/g, (unit) => `\\${unit}`)
  return [
    `${escaped(points.slice(0, 2).join(''))}%`,
    `%${escaped(points.slice(-2).join(''))}`,
    `${escaped(points.slice(0, -1).join(''))}_`,
    `${escaped(text.toUpperCase())}`,
    `${escaped(points.slice(0, -1).join(''))}\\_`,
    ...betweens(points.map(escaped)),
    escaped(text),
    text,
  ]
}

/** What stands between two `%`: there in that order, in another order, and past what the end takes. */
const betweens = (points: readonly string[]): readonly string[] => {
  const [first = '', second = '', third = ''] = points
  const [last = '', before = ''] = [points.at(-1), points.at(-2)]
  return [
    `%${second}%${last}`,
    `${first}%${second}%${third}%`,
    `%${last}%${first}%`,
    `${first}%${last}%${last}`,
    `%${before}${last}%${last}`,
    `%${second}%${second}%`,
    `${points.join('')}%${last}`,
    `${points.join('')}\\`,
  ]
}

const stepOf = (about: About, role: string, field: FieldModel, { op, value }: Condition): Step => {
  const rows = listed(about, role, [], (row) => holds(field, op, value, row))
  const expect = {
    status: 200,
    body: [
      { at: '/items', each: { at: `/${about.entity.key[0]}`, equals: keyTexts(about.entity, rows) } },
      { at: '/count', equals: countOf(rows.length, about.model) },
    ],
  } as const
  if (isProtected(field)) {
    const body = { filter: { field: field.name, op, value }, limit: pageOf(about.model), count: true } as JsonObject
    return { as: role, method: 'POST', path: about.path('search') ?? '', body, walk: true, expect }
  }
  const texts = op === 'in' ? (value as readonly Json[]) : [value]
  const query = texts.map((each) => `filter[${field.name}][${op}]=${spelled(each)}`).join('&')
  return everyRow(about, role, `&count=true&${query}`, expect)
}

/** As the runtime's own evaluator decides it: `ne` on no value is not true. */
const holds = (field: FieldModel, op: FilterOperator, value: Json, row: JsonObject): boolean => {
  const left = { kind: 'field', path: [field.name], type: field.type } as const
  const operand = (each: Json) => ({ kind: 'value', value: each, type: field.type }) as const
  const predicate: Predicate =
    op === 'isNull'
      ? { kind: 'isNull', left }
      : op === 'in'
        ? { kind: 'in', left, right: (value as readonly Json[]).map(operand) }
        : op === 'like'
          ? { kind: 'like', left, pattern: String(value) }
          : op === 'startsWith'
            ? { kind: 'startsWith', left, prefix: String(value) }
            : { kind: 'compare', op, left, right: operand(value) }
  const truth = evaluate(predicate, row, { id: '', roles: [], attributes: {} })
  return op === 'isNull' && value === false ? truth === false : truth === true
}

/** `and`, `or`, `not` over two fields, in the address and in the body: three-valued logic does not escape. */
const combined = (about: About, role: string): readonly Scenario[] => {
  const fields = about.entity.fields.filter(
    (field) =>
      field.isFilterable &&
      isOpenTo(about, role, field) &&
      !isProtected(field) &&
      filterOperators(field.type).includes('eq'),
  )
  const [a] = fields
  const b = fields.find(({ isOptional }) => isOptional) ?? fields.at(-1)
  const rows = listed(about, role)
  const [first] = valuesOf(rows, a ?? ({ name: '' } as FieldModel))
  const ofB = valuesOf(rows, b ?? ({ name: '' } as FieldModel))
  const [second] = ofB
  const third = ofB.at(-1) ?? null
  const search = about.path('search')
  if (!a || !b || a === b || first === undefined || second === undefined || search === null) return []
  const isA = (row: JsonObject) => holds(a, 'eq', first, row)
  const isB = (row: JsonObject) => holds(b, 'eq', second, row)
  const conditionA = { field: a.name, op: 'eq', value: first }
  const conditionB = { field: b.name, op: 'eq', value: second }
  const asked = (filter: JsonObject, test: (row: JsonObject) => boolean): Step => ({
    as: role,
    method: 'POST',
    path: search,
    body: { filter, limit: pageOf(about.model) },
    walk: true,
    expect: {
      status: 200,
      body: [
        {
          at: '/items',
          each: { at: `/${about.entity.key[0]}`, equals: keyTexts(about.entity, listed(about, role, [], test)) },
        },
      ],
    },
  })
  const isThird = (row: JsonObject) => holds(b, 'eq', third, row)
  const hasB = (row: JsonObject) => (row[b.name] ?? null) !== null
  return [
    {
      id: `${about.entity.name}.filter.combined`,
      title: 'conditions combine with and, or, not; a row without a value is in neither a condition nor its opposite',
      cites: ['filters'],
      rows: 'example',
      writes: false,
      steps: [
        asked({ and: [conditionA, conditionB] }, (row) => isA(row) && isB(row)),
        asked({ or: [conditionA, { ...conditionB, value: third }] }, (row) => isA(row) || isThird(row)),
        asked({ not: conditionB }, (row) => hasB(row) && !isB(row)),
        asked({ or: [] }, () => false),
      ],
    },
  ]
}

/** docs/semantics.md, Bounds. */
const patternPointsMax = 256

/** A pattern is as long as it may be, whatever the length of the values that it is compared with. */
const longPatterns = (about: About, role: string): readonly Scenario[] => {
  const field = about.entity.fields.find(
    (each) => each.isFilterable && !isProtected(each) && filterOperators(each.type).includes('like'),
  )
  const path = about.path('search')
  if (!field || path === null) return []
  const asked = (op: FilterOperator, value: string, expect: Step['expect']): Step => ({
    as: role,
    method: 'POST',
    path,
    body: { filter: { field: field.name, op, value }, limit: 1 },
    expect,
  })
  const tooLong: Step['expect'] = { status: 422, body: [{ at: '/errors/0/code', equals: 'too-long' }] }
  // Each is two code units.
  const long = '😀'.repeat(patternPointsMax)
  return [
    {
      id: `${about.entity.name}.filter.long-patterns`,
      title: `a pattern has at most ${patternPointsMax} code points`,
      cites: ['bounds'],
      rows: 'any',
      writes: false,
      steps: (['like', 'startsWith'] as const).flatMap((op) => [
        asked(op, long, { status: 200, body: [{ at: '/items', length: 0 }] }),
        asked(op, `${long}x`, tooLong),
      ]),
    },
  ]
}

/** Logs and proxies keep addresses: no value of a protected field goes into one, however the filter is written. */
const inAddresses = (about: About, role: string): readonly Scenario[] => {
  const path = about.path('list')
  const fields = about.entity.fields.filter((field) => field.isFilterable && isProtected(field))
  if (path === null || fields.length === 0) return []
  const refused = { status: 422, body: [{ at: '/errors', some: { '/code': 'unsupported' } }] } as const
  return [
    {
      id: `${about.entity.name}.filter.in-addresses`,
      title: 'a protected field is filtered in a body, and never in an address',
      cites: ['filters', 'masking'],
      rows: 'any',
      writes: false,
      in: 'rest',
      steps: fields.flatMap(({ name }): readonly Step[] => {
        const condition = { field: name, op: 'eq', value: 'x' }
        return [
          `filter[${name}]=x`,
          ...[condition, { and: [{ not: condition }] }].map(
            (tree) => `filter=${encodeURIComponent(JSON.stringify(tree))}`,
          ),
        ].map((query) => ({ as: role, method: 'GET', path: `${path}?${query}`, expect: refused }))
      }),
    },
  ]
}

/** A token stands for a value and is none, whoever shows it (docs/semantics.md, Protection). */
const byTokens = (about: About, role: string): readonly Scenario[] => {
  const path = about.path('search')
  const fields = about.entity.fields.filter(({ isFilterable, protect }) => isFilterable && protect?.kind === 'tokenize')
  if (path === null || fields.length === 0) return []
  const token = `tok_${'a'.repeat(32)}`
  return [
    {
      id: `${about.entity.name}.filter.tokens`,
      title: 'nothing is looked for by a token in the place of the value that it stands for',
      cites: ['filters', 'masking'],
      rows: 'any',
      writes: false,
      in: 'rest',
      steps: fields.map(({ name }) => ({
        as: role,
        method: 'POST',
        path,
        body: { filter: { field: name, op: 'eq', value: token } },
        expect: { status: 422, body: [{ at: '/errors', each: { at: '/code', equals: ['format'] } }] },
      })),
    },
  ]
}

/** What a role may not see it cannot ask about either: neither filter nor sort, nor learn it from an error. */
const hidden = (about: About, role: string): readonly Scenario[] => {
  const { entity, rows } = about
  const fields = entity.fields.filter(({ reveal }) => reveal !== undefined && !about.mayEver(role, `reveal:${reveal}`))
  const search = about.path('search')
  if (fields.length === 0 || search === null) return []
  const refused = { status: 403, body: [{ at: '/code', equals: 'forbidden' }] } as const
  return [
    {
      id: `${entity.name}.hidden.${role}`,
      title: `${role} cannot filter or sort by what they may not see`,
      cites: ['field-access', 'masking'],
      rows: 'any',
      writes: false,
      steps: fields.flatMap((field): readonly Step[] => [
        ...(field.isFilterable
          ? [
              {
                as: role,
                method: 'POST',
                path: search,
                body: { filter: { field: field.name, op: 'isNull', value: false } },
                expect: refused,
              } as const,
              {
                as: role,
                method: 'POST',
                path: search,
                body: { filter: { field: field.name, op: 'eq', value: rows[0]?.[field.name] ?? null } },
                expect: refused,
              } as const,
            ]
          : []),
        ...(field.isSortable
          ? [{ as: role, method: 'GET', path: `${about.path('list')}?sort=-${field.name}`, expect: refused } as const]
          : []),
      ]),
    },
  ]
}
