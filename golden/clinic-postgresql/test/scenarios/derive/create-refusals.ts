import {
  type CheckModel,
  compareValues,
  evaluate,
  type FieldModel,
  type Json,
  type JsonObject,
} from '../../../src/runtime/index.ts'
import { isValueOf, meetsChecks } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { badValues } from './bad-values.ts'
import { newBody, sendable, writable } from './bodies.ts'
import { type CreationPlan, invalid, post, scenario } from './creation-plan.ts'
import { type About, isOpenTo } from './derivation.ts'
import { rowsCounted } from './pages.ts'

/** What no row is made of: every constraint violated once, and what is no row at all. */
export const createRefusals = (creating: CreationPlan): readonly Scenario[] => [
  ...constraints(creating),
  ...shape(creating),
  ...unreadable(creating),
  ...uniques(creating),
  ...references(creating),
  ...checks(creating),
]

const constraints = (creating: CreationPlan): readonly Scenario[] => {
  const { about, role, body } = creating
  return writable(about, role, 'create')
    .filter(({ name }) => Object.hasOwn(body, name))
    .flatMap((field) =>
      badValues(field, about.model).map((alike, at) => {
        const [{ value, code } = { value: null, code: '' }] = alike
        return scenario(
          creating,
          `refuses.${field.name}.${code}.${at}`,
          `${field.name} refuses what is ${code}: ${JSON.stringify(value).slice(0, 60)}`,
          ['input'],
          alike.map((each) =>
            post(creating, { ...body, [field.name]: each.value }, invalid([[`/${field.name}${each.path}`, each.code]])),
          ),
        )
      }),
    )
}

/** Unknown, unwritable, missing and duplicate members: all at once, by path. */
const shape = (creating: CreationPlan): readonly Scenario[] => {
  const { about, role, body, path } = creating
  const required = sendable(about, role, 'create').filter(
    ({ isOptional, default: preset, name }) => !isOptional && preset === undefined && name !== about.entity.tenantField,
  )
  const fixed = about.entity.fields.filter(({ writable: when }) => when === 'never')
  const missing = required.map(({ name }) => [`/${name}`, 'required'] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const [[first, value]] = [...Object.entries(body), ['x', 1] as const]
  const twice = `${JSON.stringify(first)}:${JSON.stringify(value)}`
  return [
    scenario(
      creating,
      'unknown',
      'a member that is not there is refused by name',
      ['input'],
      [post(creating, { ...body, notAField: 1 }, invalid([['/notAField', 'unknown']]))],
    ),
    ...(fixed.length === 0
      ? []
      : [
          scenario(
            creating,
            'not-writable',
            'fields that nobody writes are refused, not ignored',
            ['input'],
            [
              post(
                creating,
                { ...body, ...Object.fromEntries(fixed.map(({ name }) => [name, about.rows[0]?.[name] ?? null])) },
                invalid(
                  fixed
                    .map(({ name }) => [`/${name}`, 'not-writable'] as const)
                    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
                ),
              ),
            ],
          ),
        ]),
    ...(missing.length === 0
      ? []
      : [
          scenario(
            creating,
            'missing',
            'every required field that is missing is named, all at once',
            ['input', 'problems'],
            [post(creating, {}, invalid(missing))],
          ),
        ]),
    scenario(
      creating,
      'duplicate',
      'a member given twice is refused',
      ['input'],
      [
        {
          as: role,
          method: 'POST',
          path,
          text: `${JSON.stringify({ [first]: value, ...body }).slice(0, -1)},${twice}}`,
          expect: { status: 422, body: [{ at: '/errors', each: { at: '/code', equals: ['duplicate'] } }] },
        },
        // What is deep below long names is told at its place, but not at any length.
        {
          as: role,
          method: 'POST',
          path,
          text: `${`{"${'x'.repeat(200)}":`.repeat(10)}{"a":1,"a":1}${'}'.repeat(10)}`,
          expect: {
            status: 422,
            body: [
              { at: '/errors', length: 1 },
              { at: '/errors/0/path', length: 1000 },
            ],
          },
        },
      ],
    ),
    scenario(
      creating,
      'many',
      'all errors come at once, sorted by path',
      ['problems', 'input'],
      [
        post(
          creating,
          { ...body, zulu: 1, alfa: 2, [required[0]?.name ?? 'x']: null },
          invalid(
            [
              ['/alfa', 'unknown'] as const,
              ['/zulu', 'unknown'] as const,
              [`/${required[0]?.name ?? 'x'}`, required[0] ? 'null' : 'unknown'] as const,
            ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
          ),
        ),
      ],
    ),
  ]
}

const unreadable = (creating: CreationPlan): readonly Scenario[] => {
  const { about, role, path } = creating
  const sent = (text: string, status: number, code: string, headers: Record<string, string> = {}): Step => ({
    as: role,
    method: 'POST',
    path,
    text,
    headers,
    expect: { status, body: [{ at: '/code', equals: code }] },
  })
  return [
    scenario(
      creating,
      'unreadable',
      'a body that is not JSON, too deep, of another type or not an object is refused',
      ['input'],
      [
        sent('{', 400, 'malformed'),
        sent('{"a":1,}', 400, 'malformed'),
        sent('{} {}', 400, 'malformed'),
        sent('{"a":NaN}', 400, 'malformed'),
        sent(`${'['.repeat(65)}${']'.repeat(65)}`, 400, 'malformed'),
        sent('[]', 422, 'invalid-input'),
        sent('"text"', 422, 'invalid-input'),
        sent('null', 422, 'invalid-input'),
        sent('<a/>', 415, 'unsupported-media-type', { 'content-type': 'application/xml' }),
        sent('{}', 406, 'not-acceptable', { accept: 'application/xml' }),
        // The service may answer and hang up while this is still being sent; then it is sent again.
        { ...sent(`{"a":"${'x'.repeat(about.model.limits.bodyBytesMax)}"}`, 413, 'too-large'), withinMs: 3000 },
      ],
    ),
  ]
}

const uniques = (creating: CreationPlan): readonly Scenario[] => {
  const { about, body, role } = creating
  const [row] = about.rows
  const open = about.entity.unique.filter(
    ({ fields }) =>
      fields.every((name) => Object.hasOwn(body, name) && (row?.[name] ?? null) !== null) &&
      fields.every((name) =>
        isOpenTo(about, role, about.entity.fields.find((field) => field.name === name) as FieldModel, 'create'),
      ),
  )
  if (!newBody(about, role)) return []
  return open.map(({ name, fields }) =>
    scenario(
      creating,
      `unique.${name}`,
      `${fields.join(', ')}: a value that another row has is a conflict`,
      ['problems'],
      [
        post(
          creating,
          { ...body, ...Object.fromEntries(fields.map((field) => [field, row?.[field] ?? null])) },
          {
            status: 409,
            body: [{ at: '/code', equals: 'conflict' }],
          },
        ),
        // The same key twice is a conflict, and nothing of the second is kept.
        ...(about.path('list') && about.can(role, 'list', row)
          ? [rowsCounted(about, role, about.rows.filter((each) => about.can(role, 'list', each)).length)]
          : []),
      ],
    ),
  )
}

/** A reference to a row that is not there. A rule over the reference refuses it first: then it is forbidden. */
const references = (creating: CreationPlan): readonly Scenario[] => {
  const { about, body } = creating
  return about.entity.relations
    .filter(({ kind, from }) => kind === 'one' && from.length === 1 && from.every((name) => Object.hasOwn(body, name)))
    .flatMap(({ name, from }) => {
      const [field = ''] = from
      const type = about.entity.fields.find((each) => each.name === field)?.type
      if (type?.kind !== 'uuid' || about.entity.key.includes(field)) return []
      return [
        scenario(
          creating,
          `reference.${name}`,
          `${name} must refer to a row that is there`,
          ['references', 'authorisation', 'problems'],
          [post(creating, { ...body, [field]: '0190f5c6-7b1e-7c3a-9a55-ffffffffffff' }, { status: [403, 422] })],
        ),
      ]
    })
}

/** A cross-field rule that the example meets with equal values and another example's order breaks. */
const checks = (creating: CreationPlan): readonly Scenario[] => {
  const { about, body } = creating
  return about.entity.checks.flatMap((check) => {
    const { predicate } = check
    if (predicate.kind !== 'compare' || predicate.left.kind !== 'field' || predicate.right.kind !== 'field') return []
    const [left, right] = [predicate.left.path[0] ?? '', predicate.right.path[0] ?? '']
    const broken = brokenBy(about, check, left, right)
    return broken === null || !(left in body) || !(right in body)
      ? []
      : [
          scenario(
            creating,
            `check.${check.name}`,
            check.message,
            ['input'],
            [
              post(
                creating,
                { ...body, ...broken },
                {
                  ...invalid([[`/${check.fields[0]}`, 'check']]),
                  body: [
                    ...(invalid([[`/${check.fields[0]}`, 'check']]).body ?? []),
                    { at: '/errors/0/message', equals: check.message },
                  ],
                },
              ),
            ],
          ),
        ]
  })
}

/** Values of two fields, each good by itself, that break the check `left op right` of the first example row and no other. */
export const brokenBy = (
  about: About,
  { name, predicate }: CheckModel,
  left: string,
  right: string,
): JsonObject | null => {
  const [lefts, rights] = [left, right].map((field) => valuesFor(about, field, [left, right]))
  const others = about.entity.checks.filter((each) => each.name !== name)
  const isDown = predicate.kind === 'compare' && (predicate.op === 'le' || predicate.op === 'lt')
  for (const low of isDown ? (lefts ?? []).toReversed() : (lefts ?? []))
    for (const high of isDown ? (rights ?? []) : (rights ?? []).toReversed()) {
      const row = { ...about.rows[0], [left]: low, [right]: high }
      if (evaluate(predicate, row, nobody) === false && meetsChecks({ checks: others }, row))
        return { [left]: low, [right]: high }
    }
  return null
}

const nobody = { id: '', roles: [], attributes: {} }

/** Values that the fields have in example rows, as far as the one field takes them, in order. */
const valuesFor = ({ rows, entity, model }: About, name: string, fields: readonly string[]): readonly Json[] => {
  const type = entity.fields.find((field) => field.name === name)?.type
  if (!type) return []
  const values = rows.flatMap((row) => fields.map((field) => row[field] ?? null))
  return [...new Set(values)]
    .filter((value) => value !== null && isValueOf(type, value, model.types))
    .toSorted((a, b) => compareValues(type, a, b))
}
