import { type Json, webhookNames } from '@charter/runtime'
import type { charterDiagnostics } from './diagnostics.ts'
import { jobCancelOf, jobEntityOf } from './jobs.ts'
import { mapTreeOf } from './made-tree.ts'
import type { Reporter } from './report.ts'
import {
  type Entry,
  entriesAt,
  type MapTree,
  member,
  type Tree,
  textAt,
  textsAt,
  textsOf,
  withEntriesAt,
} from './tree.ts'

const { pause, resume, end } = webhookNames

type WebhookReporter = Reporter<typeof charterDiagnostics>

const changes = ['created', 'updated', 'deleted'] as const

/**
 * The document with what `webhooks: { of, roles }` means: a subscription is a row, and a delivery the run of a job, so that both are
 * read, listed, ruled, recorded and carried by every style as rows are. Goes before `withJobs`.
 */
export const withWebhooks = (root: Tree, reporter: WebhookReporter): Tree => {
  const said = member(root, 'webhooks')
  if (root.kind !== 'map' || said?.kind !== 'map') return root
  const named = textsOf(member(said, 'of'))
  const entities = entriesAt(root, 'entities').map(({ key }) => key)
  const roles = textsAt(member(root, 'access'), 'roles')
  for (const [name, at] of named)
    if (!entities.includes(name)) reporter.report('unknown-entity', at, { name, known: entities })
  for (const [name, at] of textsOf(member(said, 'roles')))
    if (!roles.includes(name)) reporter.report('unknown-role', at, { name, known: roles })
  const taken = [
    ...entities.filter((name) => name === webhookNames.entity || name === jobEntityOf(webhookNames.delivery)),
    ...entriesAt(root, 'operations').flatMap(({ key }) =>
      Object.hasOwn(operations, key) || isMove(key) || key === jobCancelOf(webhookNames.delivery) ? [key] : [],
    ),
  ]
  for (const name of taken) reporter.report('bad-webhooks', said, { why: `they have a \`${name}\` of their own` })
  if (taken.length > 0) return root
  const of = named.map(([name]) => name).filter((name) => entities.includes(name))
  const tenant = textAt(member(member(root, 'access'), 'tenancy'), 'field')
  if (tenant !== undefined && Object.hasOwn(fieldsOf({ of, tenant: undefined }), tenant)) {
    reporter.report('bad-webhooks', said, { why: `\`${tenant}\` holds the tenant, and is a field of every webhook` })
    return root
  }
  const webhooks: Webhooks = {
    of,
    roles: textsAt(said, 'roles').filter((name) => roles.includes(name)),
    tenant,
  }
  if (of.length === 0) return root
  const made = (map: string, parts: Readonly<Record<string, Json>>) => entriesOf(said, map, parts)
  const withEntity = withEntriesAt(root, 'entities', made('entities', { [webhookNames.entity]: entityOf(webhooks) }))
  return withEntriesAt(withEntity, 'operations', made('operations', operations))
}

const isMove = (name: string): boolean => ([pause, resume, end] as readonly string[]).includes(name)

/** They stand where `webhooks` does. */
const entriesOf = ({ place }: MapTree, map: string, parts: Readonly<Record<string, Json>>): readonly Entry[] => {
  const at = { place, path: map, range: [0, 0] } as const
  return mapTreeOf(parts, at).entries
}

interface Webhooks {
  readonly of: readonly string[]
  readonly roles: readonly string[]
  readonly tenant: string | undefined
}

const entityOf = ({ of, roles, tenant }: Webhooks): Readonly<Record<string, Json>> => ({
  description: 'Where changes of rows are told, as its subscriber may see them.',
  key: 'id',
  builtIn: true,
  hooks: ['before'],
  fields: fieldsOf({ of, tenant }),
  allow: Object.fromEntries(
    roles.map((role) => [
      role,
      {
        do: [
          ...['create', 'read', 'list', 'update', 'delete', pause, resume],
          ...Object.keys(operations).filter((name) => name !== webhookNames.delivery),
        ],
        when: 'resource.subscriber == principal.id',
      },
    ]),
  ),
})

const fieldsOf = ({ of, tenant }: Pick<Webhooks, 'of' | 'tenant'>): Readonly<Record<string, Json>> => ({
  id: { type: 'uuid', default: 'generated' },
  ...(tenant !== undefined && { [tenant]: { type: 'text', length: '1..200', default: 'tenant' } }),
  url: {
    type: 'text',
    format: 'uri',
    length: '1..2000',
    description: 'Where they are sent by POST: an address of https.',
  },
  entities: {
    type: 'array',
    items: { type: 'enum', values: [...of] },
    size: `1..${of.length}`,
    description: 'Whose rows.',
  },
  changes: {
    type: 'array',
    items: { type: 'enum', values: [...changes] },
    size: `1..${changes.length}`,
    optional: true,
    description: 'Which changes of them; left out: each.',
  },
  state: {
    type: 'enum',
    values: ['active', 'paused', 'gone'],
    description: '`gone`: the receiver answered that it is no more (410).',
    states: {
      initial: 'active',
      moves: {
        [pause]: { from: 'active', to: 'paused', description: 'Nothing is sent until it is resumed.' },
        [resume]: { from: ['paused', 'gone'], to: 'active', description: 'What happens from now on is sent.' },
        [end]: { from: 'active', to: 'gone', internal: true },
      },
    },
  },
  subscriber: {
    type: 'text',
    default: 'principal',
    readOnly: true,
    description: 'Who made it, and as whom it sees.',
  },
  madeAt: { type: 'instant', default: 'now', readOnly: true },
  sealed: { type: 'text', readOnly: true, writeOnly: true },
})

const secretOf = { type: 'record', members: { secret: { type: 'text' } } }

const operations: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  [webhookNames.delivery]: {
    description: 'Sends one change to where a webhook says.',
    entity: webhookNames.entity,
    builtIn: true,
    internal: true,
    mode: 'job',
    keep: '30 days',
    input: {
      entity: { type: 'text' },
      change: { type: 'enum', values: [...changes] },
      key: { type: 'json' },
      at: { type: 'instant' },
    },
    result: { type: 'record', members: { status: { type: 'int32' }, ms: { type: 'int32' } } },
    errors: ['not-delivered'],
  },
  [webhookNames.showSecret]: {
    description: 'Tells what deliveries are signed with (Standard Webhooks).',
    entity: webhookNames.entity,
    builtIn: true,
    rights: 'service',
    result: secretOf,
    errors: ['not-its-subscriber', 'secret-lost'],
  },
  [webhookNames.rotateSecret]: {
    description: 'Makes another secret; for a day deliveries are signed with the one before too.',
    entity: webhookNames.entity,
    builtIn: true,
    rights: 'service',
    result: secretOf,
    errors: ['not-its-subscriber'],
  },
  [webhookNames.resend]: {
    description: 'Sends a change once more, as its row is now.',
    entity: webhookNames.entity,
    builtIn: true,
    rights: 'service',
    input: { delivery: { type: 'uuid' } },
    result: { type: 'record', members: { id: { type: 'uuid' } } },
    errors: ['no-such-delivery', 'not-its-subscriber'],
  },
}
