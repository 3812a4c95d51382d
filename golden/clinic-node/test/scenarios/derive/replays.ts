import { type FieldModel, type JsonObject, mayBeDerived } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { changes, isSpokenOf, maySendNeeded, newBody, writable } from './bodies.ts'
import { type About, aboutEntity, revealsAlong, roleThat, seesAll, shownTo } from './derivation.ts'
import { mayInclude } from './pages.ts'
import { scenario } from './update-source.ts'

/** What was answered under a key, asked for once more by the same person, who may do less by now. */
export const replayScenarios = (about: About): readonly Scenario[] => [
  ...unread(about),
  ...lessSeen(about),
  ...longValues(about),
]

/** One person, whatever their role is. */
const ann = (role: string): string => `${role}/ann`

const unread = (about: About): readonly Scenario[] => {
  const { roles } = about.model.access
  const before = roleThat(about, ['create', 'read'])
  const after = roles.find((role) => about.mayEver(role, 'create') && !about.mayEver(role, 'read'))
  const path = about.path('create')
  const body = before === undefined || after === undefined ? null : bothSend(about, before, after)
  if (before === undefined || after === undefined || path === null || body === null) return []
  const post = (role: string, expect: Step['expect']): Step => ({
    as: ann(role),
    method: 'POST',
    path,
    body,
    headers: { 'idempotency-key': 'unread-{{run}}' },
    expect,
  })
  return [
    scenario(
      about,
      'replay.unread',
      `what was answered is not given again to who may read no ${about.entity.name} any more`,
      ['idempotency', 'authorisation'],
      [
        post(before, { status: 201 }),
        post(after, { status: 404, body: [{ at: '/code', equals: 'not-found' }] }),
        post(before, { status: 201, headers: { 'idempotency-replayed': { equals: 'true' } } }),
      ],
    ),
  ]
}

/** A body for a new row that either may send; null where one leaves out what a rule asks of, or what a row needs. */
const bothSend = (about: About, before: string, after: string): JsonObject | null => {
  const names = new Set(writable(about, after, 'create').map(({ name }) => name))
  const left = writable(about, before, 'create').filter(({ name }) => !names.has(name))
  if (!maySendNeeded(about, after) || left.some(({ name }) => isSpokenOf(about, name))) return null
  const body = Object.entries(newBody(about, before) ?? {}).filter(([name]) => names.has(name))
  return body.length === 0 ? null : Object.fromEntries(body)
}

const lessSeen = (about: About): readonly Scenario[] => {
  const { roles } = about.model.access
  const changing = (role: string, row = about.rows[0]): boolean =>
    ['update', 'read'].every((action) => about.can(role, action, row))
  for (const row of about.rows) {
    const before = roles.find((role) => changing(role, row) && seesAll(about, role, row))
    const after = roles.find((role) => changing(role, row) && !seesAll(about, role, row))
    const one = about.path('update', row)
    if (before === undefined || after === undefined || one === null) continue
    const open = changes(about, before).map(({ field }) => field)
    const change = changes(about, after).find(({ field, value }) => value !== null && open.includes(field))
    if (!change) continue
    const body = { [change.field.name]: change.value }
    const patch = (role: string, key: string, expect: Step['expect'], query = ''): Step => ({
      as: ann(role),
      method: 'PATCH',
      path: `${one}${query}`,
      body,
      headers: { 'idempotency-key': `${key}-{{run}}` },
      expect,
    })
    const shown = (role: string): Step['expect'] => ({
      status: 200,
      body: [{ at: '', holds: asGiven(about, shownTo(about, role, { ...row, ...body })) }],
    })
    const closed = relationClosedTo(about, before, after)
    return [
      scenario(
        about,
        'replay.less-seen',
        'what was answered is given again as far as its caller may see it now',
        ['idempotency', 'field-access'],
        [patch(before, 'seen', shown(before)), patch(after, 'seen', shown(after))],
      ),
      ...(closed === undefined || !mayInclude(about.model)
        ? []
        : [
            scenario(
              about,
              'replay.include',
              'what was included is not given again to who may not follow it any more, and that is said',
              ['idempotency', 'includes'],
              [
                patch(
                  before,
                  'included',
                  { status: 200, body: [{ at: `/${closed}`, present: true }] },
                  `?include=${closed}`,
                ),
                patch(
                  after,
                  'included',
                  { status: 403, body: [{ at: '/code', equals: 'forbidden' }] },
                  `?include=${closed}`,
                ),
              ],
            ),
          ]),
    ]
  }
  return []
}

/** Without what a hook may derive. */
const asGiven = ({ entity }: About, row: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !entity.fields.some((field) => field.name === name && mayBeDerived(entity, field)),
    ),
  )

/** More than is kept of a value that the write did not give (docs/semantics.md, Idempotency). */
const longLength = 300

const longValues = (about: About): readonly Scenario[] => {
  const [row] = about.rows
  const role = roleThat(about, ['update', 'read'])
  const one = about.path('update', row)
  if (!row || role === undefined || one === null) return []
  const changed = changes(about, role)
  const long = changed.find(({ field }) => isLong(field))?.field.name
  const [own, other] = changed.filter(({ field }) => field.name !== long && isBrief(field))
  if (long === undefined || !own || !other) return []
  const [before, now] = ['x'.repeat(longLength), 'y'.repeat(longLength)]
  const patch = (body: JsonObject, key: string, holds: JsonObject): Step => ({
    as: role,
    method: 'PATCH',
    path: one,
    body,
    headers: { 'idempotency-key': `${key}-{{run}}` },
    expect: { status: 200, body: [{ at: '', holds }] },
  })
  const given = { [long]: before }
  const beside = { [own.field.name]: own.value }
  const short = { [other.field.name]: row[other.field.name] ?? null }
  const meanwhile = { [long]: now, [other.field.name]: other.value }
  return [
    scenario(
      about,
      'replay.long',
      'answered again, what a write gave and what is short are as they were, and what is long beside it is as it is now',
      ['idempotency'],
      [
        patch(given, 'given', given),
        patch(beside, 'beside', { ...given, ...beside, ...short }),
        patch(meanwhile, 'meanwhile', meanwhile),
        patch(given, 'given', { ...given, ...short }),
        patch(beside, 'beside', { [long]: now, ...beside, ...short }),
      ],
    ),
  ]
}

const isLong = ({ type }: FieldModel): boolean =>
  type.kind === 'text' &&
  type.pattern === undefined &&
  type.format === undefined &&
  (type.lengthMin ?? 0) <= longLength &&
  (type.lengthMax ?? longLength) >= longLength

const isBrief = ({ type: { kind } }: FieldModel): boolean => kind === 'boolean' || kind === 'int32' || kind === 'date'

/** The name of a relation that one role may follow and the other not. */
const relationClosedTo = (about: About, open: string, closed: string): string | undefined =>
  about.entity.relations.find((relation) => {
    const target = about.model.entities.find(({ name }) => name === relation.target)
    const action = relation.kind === 'one' ? 'read' : 'list'
    if (!target || relation.through || revealsAlong(about, relation).length > 0) return false
    const other = aboutEntity(about, target)
    return other.mayEver(open, action) && !other.mayEver(closed, action)
  })?.name
