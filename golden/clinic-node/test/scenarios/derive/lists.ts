import { type FieldModel, type Json, type JsonObject, type Sort, textOf } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { type About, isOpenTo, isProtected, keyTexts, listed, roleThat, shownTo, statementsOf } from './derivation.ts'
import { countOf, everyRow, pageOf } from './pages.ts'

/** Pages, orders, counts, projections and cursors of an entity's list, as the role that sees most of it. */
export const listScenarios = (about: About): readonly Scenario[] => {
  const path = about.path('list')
  const role =
    roleThat(about, ['list']) ?? about.model.access.roles.find((each) => about.can(each, 'list', about.rows[0]))
  if (path === null || role === undefined || about.entity.key.length === 0) return []
  return [
    ...pages(about, role, path),
    ...sorts(about, role, path),
    ...counts(about, role, path),
    ...projections(about, role, path),
    ...cursors(about, role, path),
    ...refusals(about, role, path),
    ...views(about),
  ]
}

const scenario = (
  about: About,
  id: string,
  title: string,
  cites: readonly string[],
  steps: readonly Step[],
): Scenario => ({
  id: `${about.entity.name}.list.${id}`,
  title,
  cites,
  rows: 'example',
  writes: false,
  steps,
})

const [firstKey, get] = [(about: About) => `/${about.entity.key[0] ?? ''}`, 'GET' as const]

const pages = (about: About, role: string, path: string): readonly Scenario[] => {
  const rows = listed(about, role)
  const keys = keyTexts(about.entity, rows)
  const sizes = new Set([1, Math.min(2, about.model.limits.pageSizeMax), pageOf(about.model)])
  return [...sizes].map((limit) =>
    scenario(
      about,
      `pages.${limit}`,
      `pages of ${limit} hold each row once, in the order of the key`,
      ['order'],
      [
        {
          as: role,
          method: get,
          path: `${path}?limit=${limit}`,
          walk: true,
          expect: {
            status: 200,
            body: [
              { at: '/items', each: { at: firstKey(about), equals: keys } },
              { at: '/items', equals: rows.map((row) => shownTo(about, role, row)) },
              { at: '/pages', equals: Math.max(Math.ceil(keys.length / limit), 1) },
            ],
          },
        },
      ],
    ),
  )
}

/** Each field from both ends in pages of two, so that a cursor stands between equal and missing values. */
const sorts = (about: About, role: string, path: string): readonly Scenario[] => {
  const sortable = about.entity.fields.filter((field) => field.isSortable && isOpenTo(about, role, field))
  return sortable.flatMap(({ name }) =>
    [false, true].map((isDescending) => {
      const order: readonly Sort[] = [{ field: name, isDescending }]
      const spelled = `${isDescending ? '-' : ''}${name}`
      return scenario(
        about,
        `sort.${spelled}`,
        `a list sorted by ${spelled} is in order over pages, NULLs last`,
        ['order'],
        [
          {
            as: role,
            method: get,
            path: `${path}?sort=${spelled}&limit=${Math.min(2, about.model.limits.pageSizeMax)}`,
            walk: true,
            expect: {
              status: 200,
              body: [
                {
                  at: '/items',
                  each: { at: firstKey(about), equals: keyTexts(about.entity, listed(about, role, order)) },
                },
              ],
            },
          },
        ],
      )
    }),
  )
}

const counts = (about: About, role: string, path: string): readonly Scenario[] => {
  const count = listed(about, role).length
  return [
    scenario(
      about,
      'count',
      'a count says how many rows the whole list has, whatever the page, and only when asked',
      ['filters', 'authorisation'],
      [
        {
          as: role,
          method: get,
          path: `${path}?limit=1&count=true`,
          expect: {
            status: 200,
            body: [{ at: '/count', equals: countOf(count, about.model) }],
            statementsMax: statementsOf(2, about.entity),
          },
        },
        {
          as: role,
          method: get,
          path: `${path}?limit=1`,
          expect: { status: 200, body: [{ at: '/count', absent: true }], statementsMax: statementsOf(1, about.entity) },
        },
      ],
    ),
  ]
}

const projections = (about: About, role: string, path: string): readonly Scenario[] => {
  const [row] = listed(about, role)
  const [first, ...others] = about.entity.fields
  const last = others.at(-1)
  if (!row || !first || !last) return []
  const shown = shownTo(about, role, row)
  return [
    scenario(
      about,
      'fields',
      'only the asked fields are answered',
      [],
      [
        {
          as: role,
          method: get,
          path: `${path}?limit=1&fields=${last.name},${first.name}`,
          expect: {
            status: 200,
            body: [
              {
                at: '/items/0',
                equals: { [last.name]: shown[last.name] ?? null, [first.name]: shown[first.name] ?? null },
              },
            ],
          },
        },
      ],
    ),
  ]
}

const cursors = (about: About, role: string, path: string): readonly Scenario[] => {
  const rows = listed(about, role)
  if (rows.length < 2) return []
  const firstText = String(keyTexts(about.entity, rows)[0])
  const filter = about.entity.fields.find((field) => field.isFilterable && !isProtected(field))
  const stale: Step['expect'] = { status: 400, body: [{ at: '/code', equals: 'stale-cursor' }] }
  const asked = (as: string, query: string): Step => ({ as, method: get, path: `${path}?${query}`, expect: stale })
  const filtered = ofTwoConditions(about, rows)
  const sortable = about.entity.fields.find(
    (field) => field.isSortable && isOpenTo(about, role, field) && !about.entity.key.includes(field.name),
  )
  return [
    scenario(
      about,
      'cursor',
      'a cursor holds for its principal, filter, order and entity alone, and cannot be read or altered',
      ['order'],
      [
        {
          as: role,
          method: get,
          path: `${path}?limit=1`,
          expect: {
            status: 200,
            headers: { link: { matches: '<.*after=.*>; rel="next"' } },
            body: [{ at: '/next', ...(firstText.length > 8 && { lacks: firstText }) }],
          },
          save: { next: '/next' },
        },
        {
          as: role,
          method: get,
          path: `${path}?limit=1&after={{next}}`,
          expect: {
            status: 200,
            body: [{ at: '/items', each: { at: firstKey(about), equals: keyTexts(about.entity, rows.slice(1, 2)) } }],
          },
        },
        asked(`${role}/somebody-else`, 'limit=1&after={{next}}'),
        ...(filter ? [asked(role, `limit=1&filter[${filter.name}][isNull]=false&after={{next}}`)] : []),
        ...(sortable ? [asked(role, `limit=1&sort=${sortable.name}&after={{next}}`)] : []),
        asked(role, 'limit=1&after=A{{next}}'),
        asked(role, 'limit=1&after=bm90IGEgY3Vyc29y'),
        ...(filtered
          ? [
              { ...asked(role, filtered[0]), expect: { status: 200 }, save: { next: '/next' } },
              asked(role, `${filtered[1]}&after={{next}}`),
            ]
          : []),
      ],
    ),
  ]
}

/** A filter of as many conditions, one of which has another value, is another filter. */
const ofTwoConditions = (about: About, rows: readonly JsonObject[]): readonly [string, string] | null => {
  const [first, second, third] = rows
  const [name = ''] = about.entity.key
  const key = about.entity.fields.find((field) => field.name === name)
  if (!first || !second || !third || !key?.isFilterable || isProtected(key)) return null
  const but = (row: JsonObject): string =>
    `limit=1&filter[${name}][isNull]=false&filter[${name}][ne]=${encodeURIComponent(String(row[name]))}`
  return [but(first), but(second)]
}

/** Parameters that are not there, wrong or twice: named, all at once, and nothing is guessed. */
const refusals = (about: About, role: string, path: string): readonly Scenario[] => {
  const invalid = (id: string, query: string, errors: readonly (readonly [string, string])[]): Step => ({
    as: role,
    method: get,
    path: `${path}?${query}`,
    expect: {
      status: 422,
      body: [
        { at: '/code', equals: 'invalid-input' },
        { at: '/errors', each: { at: '/path', equals: errors.map(([at]) => at) } },
        { at: '/errors', each: { at: '/code', equals: errors.map(([, code]) => code) } },
      ],
    },
    ...(id === '' ? {} : {}),
  })
  return [
    scenario(
      about,
      'refusals',
      'unknown, repeated and ill-typed parameters are refused by name',
      ['input', 'problems'],
      [
        invalid('unknown', 'notAParameter=1', [['?notAParameter', 'unknown']]),
        invalid('both', 'zulu=1&alfa=2', [
          ['?alfa', 'unknown'],
          ['?zulu', 'unknown'],
        ]),
        invalid('twice', 'limit=1&limit=2', [['?limit', 'duplicate']]),
        invalid('limit', 'limit=one', [['?limit', 'wrong-type']]),
        invalid('zero', 'limit=0', [['/limit', 'too-small']]),
        invalid('sort', 'sort=notAField', [['/sort/notAField', 'unknown']]),
        invalid('filter', 'filter[notAField]=1', [['/filter/notAField', 'unknown']]),
        invalid('names', `sort=${Array(101).fill(about.entity.key[0]).join()}`, [['/sort', 'too-long']]),
        invalid('fields', 'fields=notAField', [['/fields/notAField', 'unknown']]),
        invalid('include', 'include=notARelation', [['?include', 'unknown']]),
        {
          as: role,
          method: get,
          path: `${path}?filter[%zz]=1`,
          expect: { status: 400, body: [{ at: '/code', equals: 'malformed' }] },
        },
      ],
    ),
  ]
}

/** Every other role that may list sees its own rows of it, masked as it must be. */
const views = (about: About): readonly Scenario[] =>
  about.model.access.roles
    .filter((role) => about.mayEver(role, 'list'))
    .flatMap((role) =>
      [0, 1].map((claims) => {
        const rows = listed(about, role, [], () => true, claims)
        return scenario(
          about,
          `view.${role}.${claims}`,
          `${role} sees the rows that are theirs, and of each what they may`,
          ['authorisation', 'field-access'],
          [
            everyRow(about, claims === 0 ? role : `${role}#${claims}`, '&count=true', {
              status: 200,
              body: [
                { at: '/items', equals: rows.map((row) => shownTo(about, role, row, claims)) },
                { at: '/count', equals: countOf(rows.length, about.model) },
              ],
            }),
          ],
        )
      }),
    )

export const spelled = (value: Json): string => encodeURIComponent(textOf(value))

export const valuesOf = (rows: readonly JsonObject[], { name }: FieldModel): readonly Json[] => [
  ...new Set(rows.map((row) => row[name] ?? null).filter((value) => value !== null)),
]
