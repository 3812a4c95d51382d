import type { Charter } from '@charter/charter'
import type { FieldModel, Json } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { type AskedEntity, askedEntities } from './asked-entity.ts'
import { isOn } from './databases.ts'
import { type Derivation, filledPath, isProtected, keyOf } from './derivation.ts'

/** Of a service that gives its calls little time: what does not come to its turn in it, or is not read in it, is ended and told. */
export const deadlineScenarios = (deriving: Derivation, charter: Charter): readonly Scenario[] => {
  const { requestTimeoutMs } = deriving.model.limits
  if (requestTimeoutMs > waitedMs) return []
  const asked = askedEntities(deriving)
  const batch = deriving.surface.routes.find(({ kind }) => kind === 'batch')
  const reading = asked.flatMap((each) => readingOf(deriving, each) ?? [])
  return [
    ...asked.slice(0, 1).map((each) => turns(each, requestTimeoutMs, batch?.path ?? null)),
    ...(isOn(charter, 'sqlite') ? reading.slice(0, 1).map(longReads) : []),
  ]
}

/** What waiting for a deadline takes here at most. */
const waitedMs = 5000

const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `deadline.${id}`,
  title,
  cites: ['deadlines'],
  rows: 'example',
  writes: true,
  in: 'rest',
  steps,
})

/** Longer than the calls wait, by so much. */
const outlastedMs = 1000

const turns = (
  { about, role, row, one, change }: AskedEntity,
  requestTimeoutMs: number,
  batch: string | null,
): Scenario =>
  scenario('turns', 'writes that do not come to their turn in time are told so, and are not done', [
    {
      as: role,
      method: 'PATCH',
      path: one,
      body: change,
      heldMs: requestTimeoutMs + outlastedMs,
      times: 3,
      expect: { body: [{ at: '/answers', each: { at: '/status', all: late } }] },
    },
    ...(batch === null
      ? []
      : [
          {
            as: role,
            method: 'POST',
            path: batch,
            body: {
              atomic: true,
              calls: [{ operation: `${about.entity.name}.update`, key: keyOf(about.entity, row), value: change }],
            },
            heldMs: requestTimeoutMs + outlastedMs,
            expect: { status: late },
          } as const,
        ]),
    {
      as: role,
      method: 'GET',
      path: one,
      expect: {
        status: 200,
        body: Object.keys(change).map((name) => ({ at: `/${name}`, equals: row[name] ?? null })),
      },
      save: { etag: 'header:etag' },
    },
    // Nor are they when their turn has come.
    {
      as: role,
      method: 'PATCH',
      path: one,
      body: change,
      headers: { 'if-match': '{{etag}}' },
      withinMs: 2 * outlastedMs,
      expect: { status: 200 },
    },
  ])

const [late, tooMany] = [504, 503] as const

interface DeadlineRead extends AskedEntity {
  readonly field: FieldModel
  readonly search: string
  readonly into: string
}

/** An entity whose rows come by the line and have a long text that may be asked for. */
const readingOf = ({ surface }: Derivation, asked: AskedEntity): DeadlineRead | null => {
  const { entity, path } = asked.about
  const field = entity.fields.find(
    ({ name, type, isFilterable, ...more }) =>
      type.kind === 'text' &&
      type.lengthMax !== undefined &&
      type.lengthMax >= lettersMax &&
      type.pattern === undefined &&
      Object.hasOwn(asked.body, name) &&
      isFilterable &&
      !isProtected({ name, type, isFilterable, ...more }),
  )
  const route = surface.routes.find(({ kind, entity: of }) => kind === 'import' && of === entity.name)
  const [search, into] = [path('search'), route ? filledPath(route.path) : null]
  return field && search !== null && into !== null ? { ...asked, field, search, into } : null
}

/** So many letters in so many rows are looked through in some milliseconds for each part of a filter. */
const [lettersMax, rows] = [6000, 300] as const
/** A filter that ends in time on any machine, and one that ends in time on none. */
const parts = { some: 4, many: 199 } as const
/** More at once than work, wait and are refused. */
const atOnce = 120

const longReads = ({ role, body, list, field, search, into }: DeadlineRead): Scenario => {
  const line = JSON.stringify({ ...body, [field.name]: 'a'.repeat(lettersMax) })
  // Nothing that the text has; and with `_` in it, it is tried at every letter.
  const like: Json = { field: field.name, op: 'like', value: `%b_${'b'.repeat(250)}%` }
  const ask = (count: number, expect: Step['expect']): Step => ({
    as: role,
    method: 'POST',
    path: search,
    body: { filter: { or: Array.from({ length: count }, () => like) }, limit: 1 },
    expect,
  })
  const found = { status: 200, body: [{ at: '/items', equals: [] }] } as const
  const others: Step = { as: role, method: 'GET', path: `${list}?limit=1`, expect: { status: 200 } }
  return scenario(
    'long-reads',
    'a read that takes long keeps nobody else waiting, ends by its deadline, and too many are refused',
    [
      {
        as: role,
        method: 'POST',
        path: into,
        text: `${line}\n`.repeat(rows),
        headers: { 'content-type': 'application/x-ndjson' },
        expect: { status: 200 },
      },
      ask(parts.some, found),
      ask(parts.some, found),
      ask(parts.many, { status: late, body: [{ at: '/code', equals: 'timeout' }] }),
      {
        ...ask(parts.many, {
          body: [
            { at: '/answers', length: atOnce },
            { at: '/answers', some: { '/status': tooMany, '/body/code': 'unavailable' } },
            { at: '/answers', some: { '/status': late, '/body/code': 'timeout' } },
          ],
        }),
        times: atOnce,
      },
      others,
      ask(parts.some, found),
    ],
  )
}
