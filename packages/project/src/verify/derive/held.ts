import type { GrpcSurface } from '@charter/styles'
import type { Scenario, Step } from '../scenario.ts'
import { askedEntity } from './asked-entity.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { keyBytes, messageOf } from './grpc-writes.ts'
import { framed } from './protobuf.ts'

/** What callers meet while somebody else at the database has taken every row: their turn, or their deadline, and nothing half done. */
export const heldScenarios = (deriving: Derivation): readonly Scenario[] => [
  ...overRest(deriving),
  ...deriving.styles.flatMap(({ style, surface }) =>
    style.name === 'grpc' ? byDeadline(deriving, surface as GrpcSurface) : [],
  ),
]

const heldMs = 250

const scenario = (id: string, title: string, more: Pick<Scenario, 'in' | 'steps'>): Scenario => ({
  id: `held.${id}`,
  title,
  cites: ['transaction'],
  rows: 'example',
  writes: true,
  ...more,
})

const overRest = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntity(deriving)
  if (!asked) return []
  const { role, one, list, change } = asked
  const patch: Step = { as: role, method: 'PATCH', path: one, body: change, heldMs, expect: { status: 200 } }
  return [
    scenario('turns', 'reads go on while another process writes, and writes wait for their turn', {
      in: 'rest',
      steps: [
        {
          as: role,
          method: 'GET',
          path: list,
          heldMs,
          expect: { status: 200, body: [{ at: '/items/0', present: true }] },
        },
        patch,
        { ...patch, times: 4, expect: { body: [{ at: '/answers', each: { at: '/status', all: 200 } }] } },
      ],
    }),
  ]
}

/** A deadline that ends before the rows come free. */
const hurried = { 'grpc-timeout': '80m' }
/** Done, or kept by rows that refer to it: it is still there. */
const [there, late] = ['0|9', '4'] as const

const byDeadline = (deriving: Derivation, surface: GrpcSurface): readonly Scenario[] => {
  for (const service of surface.services) {
    const entity = deriving.model.entities.find(({ name }) => name === service.of)
    const about = entity && aboutEntity(deriving, entity)
    const [row] = about?.rows ?? []
    const role =
      about &&
      deriving.model.access.roles.find((each) => ['delete', 'read'].every((action) => about.can(each, action, row)))
    const remove = service.methods.find(({ kind }) => kind === 'delete')
    const request = messageOf(surface, remove?.request)
    const key = request && row && keyBytes(surface, request, row)
    if (!remove || !key || role === undefined) continue
    const call = (method: string, status: string, more: Partial<Step> = {}): Step => ({
      as: role,
      method: 'POST',
      path: `/${surface.package}.${service.name}/${method}`,
      bytes: framed(key),
      expect: { headers: { 'grpc-status': { matches: status } } },
      ...more,
    })
    return [
      scenario('deadline', 'a write whose deadline ends while it waits for its turn is not done', {
        in: 'grpc',
        // Writes have their turns in order: whatever was still to come of the first has come before the second.
        steps: [call(remove.name, late, { heldMs, headers: hurried }), call(remove.name, there)],
      }),
    ]
  }
  return []
}
