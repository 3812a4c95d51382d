import { type Call, type JsonObject, ownedRelations, withArticle } from '@charter/runtime'
import type { Derived } from '@charter/service'
import { type GrpcSurface, grpcMessage } from '@charter/styles'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { newBody } from './bodies.ts'
import { type About, aboutEntity, type Derivation, keyOf, roleThat, seesAll } from './derivation.ts'
import { framed } from './protobuf.ts'
import { type Mode, type ToldBodies, type ToldBody, toldBodies } from './told-bodies.ts'

type Style = Derived['styles'][number]

/** In each style itself: rows are replaced and made by whatever its contract tells that a body holds. */
export const toldWriteScenarios = (
  derived: Pick<Derived, 'charter' | 'model' | 'styles'>,
  deriving: Derivation,
): readonly Scenario[] =>
  derived.styles.flatMap((use) => {
    const told = toldBodies(derived, use)
    return told ? deriving.model.entities.flatMap((entity) => writes(use, told, aboutEntity(deriving, entity))) : []
  })

const writes = (use: Style, told: ToldBodies, about: About): readonly Scenario[] => {
  const { name } = about.entity
  const steps = [...replacing(use, told(name, 'replace'), about), ...creating(use, told(name, 'create'), about)]
  return steps.length === 0
    ? []
    : [
        {
          id: `${use.style.name}.${name}.told`,
          title: `what ${use.style.title}’s contract tells of ${withArticle(name)}’s body is what is taken`,
          cites: ['input', 'update'],
          rows: 'example',
          writes: true,
          // What has a style's name is one of the styles.
          in: use.style.name as NonNullable<Scenario['in']>,
          steps,
        },
      ]
}

const replacing = (use: Style, told: ToldBody | undefined, about: About): readonly Step[] => {
  const { entity, rows } = about
  const [row] = rows
  const role = roleThat(about, ['update', 'read'])
  if (!told || !row || role === undefined || !entity.offers.includes('replace') || entity.key.length === 0) return []
  const key = keyOf(entity, row)
  return asked(use, about, role, 'replace', { key, value: bodyOf(told.names, row) })
}

const creating = (use: Style, told: ToldBody | undefined, about: About): readonly Step[] => {
  const { entity, rows } = about
  const [row] = rows
  const role = roleThat(about, ['create', 'read'])
  const body = role === undefined ? null : newBody(about, role)
  if (!told || !row || role === undefined || body === null || !entity.offers.includes('create')) return []
  const value = bodyOf(told.names, { ...row, ...body })
  return asked(use, about, role, 'create', { value: { ...value, ...rowsBelow(told, about, role) } })
}

const bodyOf = (names: readonly string[], row: JsonObject): JsonObject =>
  Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name] ?? null]))

/** A row of each relation that the contract has in the body, where the role may make one. */
const rowsBelow = ({ below }: ToldBody, about: About, role: string): JsonObject =>
  Object.fromEntries(
    ownedRelations(about.entity).flatMap((relation) => {
      const target = about.model.entities.find(({ name }) => name === relation.target)
      const of = target && aboutEntity(about, target)
      const row = of?.rows.find((each) =>
        relation.to.every((to, at) => each[to] === about.rows[0]?.[relation.from[at] ?? '']),
      )
      const body = of && newBody(of, role)
      const names = below[relation.name]
      if (!names || !row || !body || !of.can(role, 'create', row) || !seesAll(of, role, row)) return []
      return [[relation.name, [bodyOf(names, { ...row, ...body })]] as const]
    }),
  )

const asked = (use: Style, about: About, role: string, mode: Mode, input: Call['input']): readonly Step[] => {
  const { style, surface } = use
  const wire = style.request(surface, {
    operation: `${about.entity.name}.${mode}`,
    input,
    principal: null,
    context: { origin: { style: style.name, address: '127.0.0.1', requestId: 'told' } },
  })
  if (typeof wire === 'string') return []
  const step = { as: role, method: 'POST', path: wire.target, headers: wire.headers, expect: done(use, about) } as const
  // The surface is the style's own plan.
  const bytes = style.name === 'grpc' ? framed(grpcMessage(surface as GrpcSurface, wire)) : undefined
  return [{ ...step, ...(bytes === undefined ? { text: wire.body ?? '' } : { bytes }) }]
}

/** The answer of a write that was done. */
const done = ({ style }: Style, { entity }: About): Expect => {
  switch (style.name) {
    case 'grpc':
      return { headers: { 'grpc-status': { equals: '0' } } }
    case 'graphql':
      return {
        status: 200,
        body: [
          { at: '/errors', absent: true },
          { at: '/data/result', present: true },
        ],
      }
    case 'mcp':
      return { status: 200, body: [{ at: '/result/isError', absent: true }] }
    default:
      return { status: 200, says: [entity.name] }
  }
}
