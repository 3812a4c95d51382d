import {
  type EntityModel,
  type FieldModel,
  type Json,
  type JsonObject,
  withArticle,
} from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { isReference, sendable, writable } from './bodies.ts'
import { type About, aboutEntity } from './derivation.ts'

/**
 * A row's whole life, on rows that the scenario makes itself: what may be run against a service in use. Values that
 * decide whose the row is come from the token's own claims (`{{claim_ward}}`); what the row must refer to is made first.
 */
export const ownRowScenarios = (about: About): readonly Scenario[] => {
  const role = about.model.access.roles.find((each) =>
    ['create', 'read'].every((action) => about.can(each, action, about.rows[0])),
  )
  if (role === undefined || about.path('read', about.rows[0]) === null) return []
  const made = makingSteps(about, role, 3)
  return made === null
    ? []
    : [
        {
          id: `${about.entity.name}.own`,
          title: `${withArticle(about.entity.name)} of its own is made, read, changed under its tag, and made once under its key`,
          cites: ['update', 'idempotency', 'input'],
          rows: 'any',
          writes: true,
          steps: [...made.before, ...life(about, role, made.path, made.body)],
        },
      ]
}

interface RowCreation {
  /** Makes what the row refers to, and keeps the keys. */
  readonly before: readonly Step[]
  readonly path: string
  readonly body: JsonObject
}

/** Null where a row cannot be made without knowing what is there already. */
const makingSteps = (about: About, role: string, depth: number): RowCreation | null => {
  const path = about.path('create')
  const [row] = about.rows
  if (path === null || !row || depth === 0 || !about.mayEver(role, 'create')) return null
  const before: Step[] = []
  const body: Record<string, Json> = {}
  for (const field of sendable(about, role, 'create')) {
    if (field.name === about.entity.tenantField) continue
    if (isReference(about, field.name)) {
      const steps = field.isOptional ? [] : referenceSteps(about, role, field.name, depth)
      if (steps === null) return null
      before.push(...steps)
      body[field.name] = field.isOptional ? null : `{{${savedName(about.entity, field.name)}}}`
    } else {
      const value = ownValue(about, field, row)
      if (value === undefined) return null
      body[field.name] = value
    }
  }
  return { before, path, body }
}

const savedName = ({ name }: EntityModel, field: string): string => `${name}_${field}`

const referenceSteps = (about: About, role: string, field: string, depth: number): readonly Step[] | null => {
  const relation = about.entity.relations.find(({ kind, from }) => kind === 'one' && from.includes(field))
  const target = about.model.entities.find(({ name }) => name === relation?.target)
  if (!relation || !target || relation.from.length !== 1) return null
  const made = makingSteps(aboutEntity(about, target), role, depth - 1)
  return (
    made && [
      ...made.before,
      {
        as: role,
        method: 'POST',
        path: made.path,
        body: made.body,
        expect: { status: 201 },
        save: { [savedName(about.entity, field)]: `/${relation.to[0]}` },
      },
    ]
  )
}

/** The example's value; the claim where a rule ties the field to one; the run's own id where it must be new. */
const ownValue = (about: About, field: FieldModel, row: JsonObject): Json | undefined => {
  const claim = claimFor(about, field.name)
  if (claim !== null) return `{{claim_${claim}}}`
  const isNew =
    about.entity.key.includes(field.name) || about.entity.unique.some(({ fields }) => fields.includes(field.name))
  if (!isNew) return row[field.name] ?? null
  if (field.isOptional) return null
  const { type } = field
  const holdsId =
    type.kind === 'uuid' || (type.kind === 'text' && !type.pattern && !type.format && (type.lengthMax ?? 99) >= 36)
  return holdsId ? '{{run}}' : undefined
}

const claimFor = ({ model, entity, examples }: About, field: string): string | null => {
  const tied = model.access.principal.find(
    ({ name }) =>
      examples.attributes[0]?.[name] !== undefined &&
      model.access.rules.some(
        ({ when }) =>
          when !== undefined &&
          JSON.stringify(when).includes(`"${field}"`) &&
          JSON.stringify(when).includes(`"name":"${name}"`),
      ) &&
      examples.rows[entity.name]?.[0]?.[field] === examples.attributes[0]?.[name],
  )
  return tied?.claim ?? null
}

const life = (about: About, role: string, path: string, body: JsonObject): readonly Step[] => {
  const post: Step = {
    as: role,
    method: 'POST',
    path,
    body,
    headers: { 'idempotency-key': 'own-{{run}}' },
    expect: { status: 201, headers: { 'idempotency-replayed': { absent: true } } },
    save: { location: 'header:location', made: '', etag: 'header:etag' },
  }
  const [field] = writable(about, role, 'replace').filter(
    ({ name }) => !about.entity.key.includes(name) && body[name] !== undefined && body[name] !== null,
  )
  const patch = (expect: Step['expect']): Step => ({
    as: role,
    method: 'PATCH',
    path: '{{location}}',
    headers: { 'if-match': '{{etag}}' },
    body: field ? { [field.name]: body[field.name] ?? null } : {},
    expect,
  })
  return [
    {
      as: role,
      method: 'POST',
      path,
      body: { ...body, notAField: 1 },
      expect: { status: 422, body: [{ at: '/errors', each: { at: '/path', equals: ['/notAField'] } }] },
    },
    post,
    {
      ...post,
      expect: {
        status: 201,
        headers: { 'idempotency-replayed': { equals: 'true' } },
        body: [{ at: '', equals: '{{made}}' }],
      },
    },
    {
      as: role,
      method: 'GET',
      path: '{{location}}',
      expect: { status: 200, headers: { etag: { equals: '{{etag}}' } }, body: [{ at: '', equals: '{{made}}' }] },
    },
    ...(about.mayEver(role, 'update') && about.path('update', about.rows[0]) !== null
      ? [patch({ status: 200 }), ...(field ? [patch({ status: 412 })] : [])]
      : []),
    ...(about.mayEver(role, 'delete') && about.path('remove', about.rows[0]) !== null
      ? [
          { as: role, method: 'DELETE', path: '{{location}}', expect: { status: 204 } } as const,
          { as: role, method: 'GET', path: '{{location}}', expect: { status: 404 } } as const,
        ]
      : []),
  ]
}
