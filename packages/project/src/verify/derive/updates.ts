import type { Json, JsonObject } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { badValues } from './bad-values.ts'
import { bodyOf, changes, isReference, isSpokenOf, writable } from './bodies.ts'
import { brokenBy, invalid } from './creates.ts'
import { type About, isOpenTo, roleThat } from './deriving.ts'
import { goodValues } from './good-values.ts'

/** PATCH merges, PUT replaces, entity tags guard both, and reads answer 304. */
export const updateScenarios = (about: About): readonly Scenario[] => {
  const [row] = about.rows
  const one = row && about.path('read', row)
  const role = roleThat(about, ['update', 'read'])
  const reading = roleThat(about, ['read'])
  if (!row || !one) return []
  return [
    ...(reading === undefined ? [] : [tags(about, reading, one), ...views(about, reading, one, row)]),
    ...(role === undefined || about.path('update', row) === null ? [] : updating({ about, role, one, row })),
    ...partial(about, one, row),
  ]
}

interface Updating {
  readonly about: About
  readonly role: string
  /** The row's address. */
  readonly one: string
  readonly row: JsonObject
}

const scenario = (
  about: About,
  id: string,
  title: string,
  cites: readonly string[],
  steps: readonly Step[],
  writes = true,
): Scenario => ({
  id: `${about.entity.name}.${id}`,
  title,
  cites,
  rows: 'example',
  writes,
  steps,
})

const get = (as: string, path: string, more: Partial<Step> = {}): Step => ({
  as,
  method: 'GET',
  path,
  expect: { status: 200 },
  ...more,
})

const tags = (about: About, role: string, one: string): Scenario =>
  scenario(
    about,
    'etag.reads',
    'a row has a strong entity tag, the same while it does not change; who holds it gets 304',
    ['update'],
    [
      get(role, one, {
        expect: { status: 200, headers: { etag: { matches: '"[^"]+"' } }, statementsMax: 1 },
        save: { etag: 'header:etag' },
      }),
      get(role, one, { expect: { status: 200, headers: { etag: { equals: '{{etag}}' } } } }),
      get(role, one, {
        headers: { 'if-none-match': '{{etag}}' },
        expect: { status: 304, headers: { etag: { equals: '{{etag}}' } } },
      }),
      get(role, one, { headers: { 'if-none-match': '"another", {{etag}}' }, expect: { status: 304 } }),
      get(role, one, { headers: { 'if-none-match': '"another"' }, expect: { status: 200 } }),
      { as: role, method: 'HEAD', path: one, expect: { status: 200, headers: { etag: { equals: '{{etag}}' } } } },
    ],
    false,
  )

/** Another view of the row is another representation: its tag differs, and a 304 for the one is not given for the other. */
const views = (about: About, role: string, one: string, row: JsonObject): readonly Scenario[] => {
  const [field] = about.entity.fields
  const other = about.model.access.roles.find(
    (each) =>
      each !== role &&
      about.can(each, 'read', row) &&
      !about.entity.fields.every((of) => isOpenTo(about, each, of, 'read')),
  )
  return [
    scenario(
      about,
      'etag.views',
      'the tag tells views of a row apart',
      ['update', 'masking'],
      [
        get(role, one, { save: { etag: 'header:etag' } }),
        get(role, `${one}?fields=${field?.name}`, {
          headers: { 'if-none-match': '{{etag}}' },
          expect: { status: 200, headers: { etag: { differs: '{{etag}}' } } },
        }),
        ...(other === undefined
          ? []
          : [
              get(other, one, {
                headers: { 'if-none-match': '{{etag}}' },
                expect: { status: 200, headers: { etag: { differs: '{{etag}}' } } },
              }),
            ]),
      ],
      false,
    ),
  ]
}

const updating = (given: Updating): readonly Scenario[] => {
  const { about, role } = given
  const possible = changes(about, role)
  return [
    ...possible.map(({ field, value }) => patched(given, field.name, value)),
    ...untouched(given),
    ...emptied(given),
    ...replaced(given),
    ...preconditions(given, possible[0]),
    ...refusals(given),
    ...broken(given),
    ...outOfReach(given),
    ...extremes(given),
  ]
}

const patched = ({ about, role, one }: Updating, field: string, value: Json): Scenario =>
  scenario(
    about,
    `patch.${field}`,
    `PATCH changes ${field} and nothing else; the tag changes with it`,
    ['update'],
    [
      get(role, one, {
        save: { before: '', etag: 'header:etag', own: `/${about.entity.key[0]}`, ...others(about, field) },
      }),
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: { [field]: value },
        expect: {
          status: 200,
          headers: { etag: { differs: '{{etag}}' } },
          body: [{ at: `/${field}`, equals: value }, ...unchanged(about, field)],
        },
        save: { after: '' },
      },
      get(role, one, { expect: { status: 200, body: [{ at: '', equals: '{{after}}' }] } }),
    ],
  )

const others = (about: About, field: string): Record<string, string> =>
  Object.fromEntries(
    about.entity.fields.flatMap(({ name }, at) => (name === field ? [] : [[`field${at}`, `/${name}`]])),
  )

const unchanged = (about: About, field: string) =>
  about.entity.fields.flatMap(({ name }, at) => (name === field ? [] : [{ at: `/${name}`, equals: `{{field${at}}}` }]))

const untouched = ({ about, role, one }: Updating): readonly Scenario[] => [
  scenario(
    about,
    'patch.nothing',
    'a PATCH of nothing leaves the row as it is',
    ['update', 'input'],
    [
      get(role, one, { save: { before: '' } }),
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: {},
        expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] },
      },
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: {},
        headers: { 'content-type': 'application/merge-patch+json' },
        expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] },
      },
    ],
  ),
]

/** RFC 7396: null takes the value away; where one must be, it is refused. */
const emptied = ({ about, role, one }: Updating): readonly Scenario[] => {
  const fields = writable(about, role, 'replace').filter(({ name }) => !about.entity.key.includes(name))
  const optional = fields.find(
    ({ isOptional, name }) =>
      isOptional && !about.entity.checks.some((check) => check.fields.includes(name)) && !isSpokenOf(about, name),
  )
  const required = fields.find(({ isOptional, type }) => !isOptional && type.kind !== 'json')
  return [
    ...(optional
      ? [
          scenario(
            about,
            `patch.null.${optional.name}`,
            `null takes ${optional.name}'s value away`,
            ['update', 'input'],
            [
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [optional.name]: null },
                expect: { status: 200, body: [{ at: `/${optional.name}`, equals: null }] },
              },
              get(role, one, { expect: { status: 200, body: [{ at: `/${optional.name}`, equals: null }] } }),
            ],
          ),
        ]
      : []),
    ...(required
      ? [
          scenario(
            about,
            `patch.null.${required.name}.refused`,
            `${required.name} must have a value`,
            ['update', 'input'],
            [
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [required.name]: null },
                expect: invalid([[`/${required.name}`, 'null']]),
              },
            ],
          ),
        ]
      : []),
  ]
}

/** Absent as on create: default or no value; required ones are asked for; the key and fixed fields keep theirs. */
const replaced = ({ about, role, one, row }: Updating): readonly Scenario[] => {
  if (about.path('replace', row) === null) return []
  const whole = bodyOf(about, role, row, 'replace')
  const fields = writable(about, role, 'replace').filter(({ name }) => name !== about.entity.tenantField)
  const droppable = fields.filter(
    ({ name, isOptional, default: preset }) =>
      (isOptional || preset?.kind === 'value') &&
      !isSpokenOf(about, name) &&
      !about.entity.checks.some((check) => check.fields.includes(name)),
  )
  const less = Object.fromEntries(
    Object.entries(whole).filter(([name]) => !droppable.some((field) => field.name === name)),
  )
  const required = fields.filter(({ isOptional, default: preset }) => !isOptional && preset === undefined)
  const missing = required.map(({ name }) => [`/${name}`, 'required'] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const [kept] = about.entity.fields.filter(
    ({ writable: when, name }) => when !== 'always' && name !== about.entity.softDeleteField,
  )
  return [
    scenario(
      about,
      'put.whole',
      'PUT of the whole row as it is gives the row as it is',
      ['update'],
      [
        {
          as: role,
          method: 'PUT',
          path: one,
          body: whole,
          expect: {
            status: 200,
            body: Object.entries(row)
              .filter(([name]) => about.entity.fields.some((field) => field.name === name))
              .map(([name, equals]) => ({ at: `/${name}`, equals })),
          },
        },
      ],
    ),
    ...(droppable.length === 0
      ? []
      : [
          scenario(
            about,
            'put.less',
            'what a PUT leaves out becomes its default or has no value, as on create',
            ['update'],
            [
              {
                as: role,
                method: 'PUT',
                path: one,
                body: less,
                expect: {
                  status: 200,
                  body: droppable.map(({ name, default: preset }) => ({
                    at: `/${name}`,
                    equals: preset?.kind === 'value' ? preset.value : null,
                  })),
                },
              },
            ],
          ),
        ]),
    ...(missing.length === 0
      ? []
      : [
          scenario(
            about,
            'put.missing',
            'a PUT without what is required is refused',
            ['update'],
            [{ as: role, method: 'PUT', path: one, body: {}, expect: invalid(missing) }],
          ),
        ]),
    ...(kept
      ? [
          scenario(
            about,
            'put.fixed',
            `sending ${kept.name}, which is not written here, is refused`,
            ['update'],
            [
              {
                as: role,
                method: 'PUT',
                path: one,
                body: { ...whole, [kept.name]: row[kept.name] ?? null },
                expect: invalid([[`/${kept.name}`, 'not-writable']]),
              },
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [kept.name]: row[kept.name] ?? null },
                expect: invalid([[`/${kept.name}`, 'not-writable']]),
              },
            ],
          ),
        ]
      : []),
  ]
}

const preconditions = (
  { about, role, one }: Updating,
  change: { readonly field: { readonly name: string }; readonly value: Json } | undefined,
): readonly Scenario[] => {
  if (!change) return []
  const { name } = change.field
  const stale = { status: 412, body: [{ at: '/code', equals: 'precondition-failed' }] } as const
  const patch = (headers: Record<string, string>, expect: Step['expect'], more: Partial<Step> = {}): Step => ({
    as: role,
    method: 'PATCH',
    path: one,
    body: { [name]: change.value },
    headers,
    expect,
    ...more,
  })
  return [
    scenario(
      about,
      'if-match',
      'a tag of the stored version lets a write through, any other stops it',
      ['update'],
      [
        get(role, one, { save: { etag: 'header:etag', was: `/${name}` } }),
        patch({ 'if-match': '"not-the-tag"' }, stale),
        patch({ 'if-match': 'W/{{etag}}' }, stale),
        get(role, one, {
          expect: {
            status: 200,
            headers: { etag: { equals: '{{etag}}' } },
            body: [{ at: `/${name}`, equals: '{{was}}' }],
          },
        }),
        patch({ 'if-match': '{{etag}}' }, { status: 200 }, { save: { newer: 'header:etag' } }),
        patch({ 'if-match': '{{etag}}' }, stale),
        patch({ 'if-match': '{{newer}}' }, { status: 200 }),
        patch({ 'if-match': '*' }, { status: 200 }),
        {
          ...patch({ 'if-match': '{{etag}}' }, stale),
          method: 'PUT',
          body: bodyOf(about, role, about.rows[0] ?? {}, 'replace'),
        },
      ],
    ),
    scenario(
      about,
      'if-match.view',
      'the tag of any view of the row will do',
      ['update'],
      [
        get(role, `${one}?fields=${about.entity.key[0]}`, { save: { etag: 'header:etag' } }),
        patch({ 'if-match': '{{etag}}' }, { status: 200 }),
      ],
    ),
    scenario(
      about,
      'if-match.race',
      'of two writes with the same tag at once, one is done',
      ['update', 'transaction'],
      [
        get(role, one, { save: { etag: 'header:etag' } }),
        patch(
          { 'if-match': '{{etag}}' },
          { body: [{ at: '/answers', each: { at: '/status', equals: [200, 412, 412] } }] },
          { times: 3 },
        ),
      ],
    ),
  ]
}

const refusals = ({ about, role, one }: Updating): readonly Scenario[] => {
  const [field] = writable(about, role, 'replace').filter(
    ({ name }) => !about.entity.key.includes(name) && !isSpokenOf(about, name),
  )
  const [bad] = field ? badValues(field, about.model.types).filter(({ value }) => value !== null) : []
  return [
    scenario(
      about,
      'patch.refusals',
      'a PATCH is held to the same types and names, and changes nothing when it is refused',
      ['update', 'input'],
      [
        get(role, one, { save: { before: '' } }),
        { as: role, method: 'PATCH', path: one, body: { notAField: 1 }, expect: invalid([['/notAField', 'unknown']]) },
        ...(field && bad
          ? [
              {
                as: role,
                method: 'PATCH',
                path: one,
                body: { [field.name]: bad.value },
                expect: invalid([[`/${field.name}${bad.path}`, bad.code]]),
              } as const,
            ]
          : []),
        { as: role, method: 'PATCH', path: one, body: [], expect: invalid([['', 'wrong-type']]) },
        get(role, one, { expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] } }),
      ],
    ),
  ]
}

/** A cross-field rule holds on the row as it would be, also where only one of its fields is sent. */
const broken = ({ about, role, one, row }: Updating): readonly Scenario[] =>
  about.entity.checks.flatMap((check) => {
    const { predicate } = check
    if (predicate.kind !== 'compare' || predicate.left.kind !== 'field' || predicate.right.kind !== 'field') return []
    const [left, right] = [predicate.left.path[0] ?? '', predicate.right.path[0] ?? '']
    const values = brokenBy(about, predicate.op, left, right)
    const names = writable(about, role, 'replace').map(({ name }) => name)
    if (!values || !names.includes(left) || !names.includes(right)) return []
    return [
      scenario(
        about,
        `patch.check.${check.name}`,
        `${check.message} (judged on the row as it would be)`,
        ['update', 'input'],
        [
          { as: role, method: 'PATCH', path: one, body: values, expect: invalid([[`/${check.fields[0]}`, 'check']]) },
          {
            as: role,
            method: 'PUT',
            path: one,
            body: { ...bodyOf(about, role, row, 'replace'), ...values },
            expect: invalid([[`/${check.fields[0]}`, 'check']]),
          },
          {
            as: role,
            method: 'PATCH',
            path: one,
            body: { [left]: row[left] ?? null, [right]: row[left] ?? null },
            expect: { status: predicate.op === 'gt' || predicate.op === 'lt' ? 422 : 200 },
          },
          {
            as: role,
            method: 'PATCH',
            path: one,
            body: { [right]: values[right] ?? null },
            expect: { status: brokenAlone(predicate.op, row[left] ?? null, values[right] ?? null) ? 422 : 200 },
          },
        ],
      ),
    ]
  })

const brokenAlone = (op: string, left: Json, right: Json): boolean => {
  if (left === null || right === null) return false
  const order = left < right ? -1 : left > right ? 1 : 0
  const isTrue =
    op === 'ge'
      ? order >= 0
      : op === 'gt'
        ? order > 0
        : op === 'le'
          ? order <= 0
          : op === 'lt'
            ? order < 0
            : op === 'eq'
              ? order === 0
              : order !== 0
  return !isTrue
}

/** Roles that may write a row of which something is hidden: they cannot write what they cannot see, nor lose it. */
const partial = (about: About, one: string, row: JsonObject): readonly Scenario[] =>
  about.model.access.roles.flatMap((role) => {
    if (!about.can(role, 'update', row) || !about.can(role, 'read', row)) return []
    const hidden = about.entity.fields.filter(
      (field) => !isOpenTo(about, role, field, 'update') && field.writable === 'always',
    )
    const full = roleThat(about, ['read'])
    if (hidden.length === 0 || full === undefined) return []
    return [
      scenario(
        about,
        `hidden-writes.${role}`,
        `${role} cannot write what they may not see, and what they do write leaves it as it was`,
        ['field-access', 'update'],
        [
          ...hidden.map(
            (field): Step => ({
              as: role,
              method: 'PATCH',
              path: one,
              body: { [field.name]: row[field.name] ?? null },
              expect: invalid([[`/${field.name}`, 'not-writable']]),
            }),
          ),
          { as: role, method: 'PUT', path: one, body: bodyOf(about, role, row, 'replace'), expect: { status: 200 } },
          get(full, one, {
            expect: {
              status: 200,
              body: hidden.map((field) => ({ at: `/${field.name}`, equals: row[field.name] ?? null })),
            },
          }),
        ],
      ),
    ]
  })

/** A write that would take the row out of its writer's reach is judged on the row as it would be. */
const outOfReach = ({ about, role, one, row }: Updating): readonly Scenario[] =>
  writable(about, role, 'replace').flatMap(({ name }): readonly Scenario[] => {
    const value = about.rows
      .map((each) => each[name] ?? null)
      .find((each) => each !== null && !about.can(role, 'update', { ...row, [name]: each }))
    if (value === undefined || !isSpokenOf(about, name)) return []
    const refused: Step['expect'] = { status: 403, body: [{ at: '/code', equals: 'forbidden' }] }
    return [
      scenario(
        about,
        `out-of-reach.${name}`,
        `${role} cannot give the row a ${name} that would make it another's`,
        ['authorisation'],
        [
          get(role, one, { save: { before: '' } }),
          { as: role, method: 'PATCH', path: one, body: { [name]: value }, expect: refused },
          {
            as: role,
            method: 'PUT',
            path: one,
            body: { ...bodyOf(about, role, row, 'replace'), [name]: value },
            expect: refused,
          },
          get(role, one, { expect: { status: 200, body: [{ at: '', equals: '{{before}}' }] } }),
        ],
      ),
    ]
  })

/** The longest, the least, the most, and every spelling that has a canonical one: taken, and read back in that form. */
const extremes = ({ about, role, one }: Updating): readonly Scenario[] =>
  writable(about, role, 'replace')
    .filter(
      ({ name }) =>
        !about.entity.key.includes(name) &&
        !isReference(about, name) &&
        !isSpokenOf(about, name) &&
        !about.entity.checks.some((check) => check.fields.includes(name)),
    )
    .flatMap((field) => {
      const values = goodValues(field, about.model.types)
      return values.length === 0
        ? []
        : [
            scenario(
              about,
              `extremes.${field.name}`,
              `${field.name} takes all that its type allows and gives it back in its one form`,
              ['input', 'values'],
              [
                ...values.flatMap(({ value, canonical }): readonly Step[] => [
                  {
                    as: role,
                    method: 'PATCH',
                    path: one,
                    body: { [field.name]: value },
                    expect: { status: 200, body: [{ at: `/${field.name}`, equals: canonical }] },
                  },
                  get(role, one, { expect: { status: 200, body: [{ at: `/${field.name}`, equals: canonical }] } }),
                ]),
              ],
            ),
          ]
    })
