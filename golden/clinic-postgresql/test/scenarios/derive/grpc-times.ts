import type { Expect, Scenario, Step } from '../scenario.ts'
import type { GrpcSurface } from '../surfaces.ts'
import { type About, aboutEntity, type Derivation, isOpenTo } from './derivation.ts'
import { framed, integer, lengthy } from './protobuf.ts'

/** What stands where a moment belongs, and is none (google.protobuf.Timestamp): seconds, nanos, the sentence. */
const wrong: readonly (readonly [seconds: number | bigint, nanos: number | bigint, says: string])[] = [
  [0, 1_000_000_000, 'Give nanos from 0 to 999999999'],
  [0, -1, 'Give nanos from 0 to 999999999'],
  [0, 1, 'at most six digits after the second'],
  [253_402_300_800, 0, 'Give an instant of the years 0001 to 9999'],
  [-62_135_596_801, 0, 'Give an instant of the years 0001 to 9999'],
]

/** Wrong moments in a request that creates a row; null where no entity that may be created has a moment of its own to give. */
export const timeScenario = (
  deriving: Derivation,
  surface: GrpcSurface,
  scenario: (id: string, title: string, steps: readonly Step[]) => Scenario,
): readonly Scenario[] => {
  for (const service of surface.services) {
    const entity = deriving.model.entities.find(({ name }) => name === service.of)
    const method = service.methods.find(({ kind }) => kind === 'create')
    const request = surface.messages.find(({ name }) => name === method?.request)
    const value = request?.fields.find(({ member }) => member === 'value')
    const of = value?.type.kind === 'message' ? value.type.of : undefined
    const body = surface.messages.find(({ name }) => name === of)
    const moment = body?.fields.find(({ type }) => type.kind === 'timestamp')
    const about = entity && aboutEntity(deriving, entity)
    const role =
      about &&
      deriving.model.access.roles.find((each) => about.mayEver(each, 'create') && maySend(about, each, moment?.member))
    if (!method || !value || !moment || role === undefined) continue
    const path = `/${surface.package}.${service.name}/${method.name}`
    const ask = (seconds: number | bigint, nanos: number | bigint, expect: Expect): Step => ({
      as: role,
      method: 'POST',
      path,
      bytes: framed(
        lengthy(value.number, lengthy(moment.number, Buffer.concat([integer(1, seconds), integer(2, nanos)]))),
      ),
      expect,
    })
    const refused = (...says: readonly string[]): Expect => ({ headers: { 'grpc-status': { equals: '3' } }, says })
    return [
      scenario(
        'times',
        'a moment that an instant cannot be is refused where it stands',
        wrong.map(([seconds, nanos, says]) => ask(seconds, nanos, refused(says))),
      ),
    ]
  }
  return []
}

const maySend = (about: About, role: string, name: string | undefined): boolean =>
  about.entity.fields.some((field) => field.name === name && isOpenTo(about, role, field, 'create'))
