import {
  type CrudOperation,
  type Json,
  type JsonObject,
  mayBeDerived,
  ownedRelations,
} from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { mineCount } from '../seed-rows.ts'
import type { RouteKind } from '../surfaces.ts'
import { bodyOf, isSpokenOf, maySendNeeded } from './bodies.ts'
import { type About, aboutEntity, actionOf, isLeftToParent, shownTo } from './derivation.ts'

interface Request {
  readonly kind: RouteKind
  readonly operation: CrudOperation
  readonly method: Step['method']
  readonly body?: Json
}

const requests: readonly Request[] = [
  { kind: 'list', operation: 'list', method: 'GET' },
  { kind: 'search', operation: 'list', method: 'POST', body: {} },
  { kind: 'create', operation: 'create', method: 'POST', body: {} },
  { kind: 'read', operation: 'read', method: 'GET' },
  { kind: 'replace', operation: 'replace', method: 'PUT', body: {} },
  { kind: 'update', operation: 'update', method: 'PATCH', body: {} },
  { kind: 'remove', operation: 'delete', method: 'DELETE' },
  { kind: 'audit', operation: 'audit', method: 'GET' },
]

/** Every role × operation: without a token, refused whatever the row, allowed, and not found on somebody else's row. */
export const accessScenarios = (about: About): readonly Scenario[] =>
  requests.flatMap((request) => {
    const path = about.path(request.kind, about.rows[0])
    if (path === null) return []
    return [
      withoutToken(about, request, path),
      ...about.model.access.roles.flatMap((role) =>
        about.mayEver(role, actionOf(request.operation))
          ? onRows(about, request, role)
          : [refused(about, request, path, role)],
      ),
    ]
  })

const stepOf = ({ method, body }: Request, path: string, as: string | null): Omit<Step, 'expect'> => ({
  as,
  method,
  path,
  ...(body === undefined ? {} : { body }),
})

const isWrite = ({ operation }: Request): boolean => !['list', 'read', 'audit'].includes(operation)

const withoutToken = ({ entity }: About, request: Request, path: string): Scenario => ({
  id: `${entity.name}.${request.kind}.no-token`,
  title: `nobody does ${entity.name}.${request.operation} without a token, nor with one that does not verify`,
  cites: ['nobody', 'precedence'],
  rows: 'any',
  writes: isWrite(request),
  steps: [
    {
      ...stepOf(request, path, null),
      expect: {
        status: 401,
        headers: { 'www-authenticate': { matches: 'Bearer.*' } },
        body: [{ at: '/code', equals: 'unauthenticated' }],
      },
    },
    {
      ...stepOf(request, path, null),
      headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
      expect: { status: 401, body: [{ at: '/code', equals: 'unauthenticated' }] },
    },
  ],
})

/** Refused before the body is looked at, before the row is looked for, and with why: development tokens are told. */
const refused = (about: About, request: Request, path: string, role: string): Scenario => ({
  id: `${about.entity.name}.${request.kind}.refused.${role}`,
  title: `${role} may not do ${about.entity.name}.${request.operation}, and is told why`,
  cites: ['precedence', 'authorisation'],
  rows: 'any',
  writes: isWrite(request),
  steps: [
    {
      ...stepOf(request, path, role),
      expect: {
        status: 403,
        body: [
          { at: '/code', equals: 'forbidden' },
          { at: '/why/sentence', present: true },
        ],
        lacks: secretsOf(about, about.rows[0]),
      },
    },
    ...(request.body === undefined
      ? []
      : [{ ...stepOf(request, path, role), body: { notAField: 1 }, expect: { status: 403 } }]),
  ],
})

/** Texts of a row long enough not to be met by chance, and none that why somebody is refused may say. */
const secretsOf = ({ entity, model: { access } }: About, row: JsonObject | undefined): readonly string[] => {
  const said = [entity.name, ...access.roles, ...access.rules.map(({ source }) => source.text)].join('\n')
  return Object.entries(row ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' &&
    value.length > 8 &&
    !/id$/i.test(name) &&
    !/^\d{4}-/.test(value) &&
    !said.includes(value)
      ? [value]
      : [],
  )
}

const onRows = (about: About, request: Request, role: string): readonly Scenario[] => {
  const { entity, rows } = about
  const action = actionOf(request.operation)
  const [mine, others] = [rows[0], rows[mineCount]]
  return [mine, others].flatMap((row, at): readonly Scenario[] => {
    const path = row && about.path(request.kind, row)
    if (!row || !path) return []
    const whose = at === 0 ? 'mine' : 'others'
    const scenario = (title: string, steps: readonly Step[], writes = isWrite(request)): Scenario => ({
      id: `${entity.name}.${request.kind}.${whose}.${role}`,
      title: `${role}: ${title}`,
      cites: ['authorisation', 'precedence'],
      rows: 'example',
      writes,
      steps,
    })
    const allowed = about.can(role, action, row)
    const readable = about.can(role, 'read', row)
    switch (request.kind) {
      case 'read':
        return [
          scenario(allowed ? 'reads the row as it is stored' : 'does not find a row that is not theirs', [
            {
              ...stepOf(request, path, role),
              expect: allowed
                ? { status: 200, body: [{ at: '', equals: shownTo(about, role, row) }] }
                : { status: 404, body: [{ at: '/code', equals: 'not-found' }], lacks: secretsOf(about, row) },
            },
          ]),
        ]
      case 'audit':
        return allowed
          ? [
              scenario('reads who did what to the row', [
                { ...stepOf({ ...request, operation: 'read' }, path, role), expect: { status: [200, 404] } },
              ]),
            ]
          : [
              scenario('does not find the trail of a row that is not theirs', [
                { ...stepOf(request, path, role), expect: { status: 404 } },
              ]),
            ]
      case 'update':
      case 'replace':
      case 'remove':
        return [
          scenario(
            allowed && readable ? 'may' : readable ? 'may not, on this row' : 'does not find the row',
            writeSteps(about, request, path, role, row, allowed, readable),
          ),
        ]
      case 'create':
        // Where something is missing that is not theirs to send, the input is refused before the row is judged.
        // So is what a hook derives, and its rules may speak of that.
        return allowed || !maySendNeeded(about, role) || isDerivedInRules(about)
          ? []
          : [scenario('does not create a row that would not be theirs', createSteps(about, request, path, role, row))]
      default:
        return []
    }
  })
}

const isDerivedInRules = (about: About): boolean =>
  about.entity.fields.some((field) => mayBeDerived(about.entity, field) && isSpokenOf(about, field.name))

const writeSteps = (
  about: About,
  request: Request,
  path: string,
  role: string,
  row: JsonObject,
  allowed: boolean,
  readable: boolean,
): readonly Step[] => {
  const body = request.kind === 'replace' ? { body: bodyOf(about, role, row, 'replace') } : {}
  // What refers to the row, or to what goes with it, may keep it from going; that is another scenario's matter.
  const done = request.kind === 'remove' ? [mayTakeOwned(about, role, row) ? 204 : 403, 409] : 200
  return [
    {
      ...stepOf(request, path, role),
      ...body,
      expect: {
        status: allowed && readable ? done : readable ? 403 : 404,
        ...(readable ? {} : { lacks: secretsOf(about, row) }),
      },
    },
    // What is wrong with a request is told before anything of its row.
    ...(request.body === undefined || (allowed && readable)
      ? []
      : [
          {
            ...stepOf(request, path, role),
            body: { notAField: 1 },
            expect: { status: 422, body: [{ at: '/code', equals: 'invalid-input' }] },
          } as const,
        ]),
  ]
}

/** Whether the role may delete all that the row owns, which goes with it; `going`: what is asked already, as rows may own each other. */
const mayTakeOwned = (about: About, role: string, row: JsonObject, going: readonly JsonObject[] = []): boolean =>
  ownedRelations(about.entity).every((relation) => {
    const target = about.model.entities.find(({ name }) => name === relation.target)
    if (!target) return true
    const owned = aboutEntity(about, target)
    const all = [...going, row]
    return owned.rows
      .filter((each) => relation.from.every((field, at) => each[relation.to[at] ?? ''] === row[field]))
      .every(
        (each) =>
          all.includes(each) ||
          ((owned.can(role, 'delete', each) || isLeftToParent(owned, role, 'delete')) &&
            mayTakeOwned(owned, role, each, all)),
      )
  })

const createSteps = (about: About, request: Request, path: string, role: string, row: JsonObject): readonly Step[] => [
  {
    ...stepOf(request, path, role),
    body: bodyOf(about, role, row, 'create'),
    expect: { status: 403, body: [{ at: '/code', equals: 'forbidden' }] },
  },
]
