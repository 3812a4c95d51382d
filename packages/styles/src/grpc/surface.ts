import type { Charter, Entity, Lock } from '@charter/charter'
import { addEntity, claimsOf, type EntityNames, manyOf } from './surface/entity.ts'
import { fileMethods, filesOf } from './surface/files.ts'
import { entityMethods, operationClaims, operationMethod } from './surface/methods.ts'
import { claimShared } from './surface/shared.ts'
import { pascalCase, snakeCase } from './surface/spelling.ts'
import { buildingOf, type SurfaceDraft } from './surface/surface-draft.ts'
import type { GrpcSurface, ServicePlan } from './transport/surface.ts'

/** The gRPC plan of a charter. What came first keeps its name and its numbers; `lock` knows what came first. */
export const surfaceOf = (charter: Charter, lock?: Lock): GrpcSurface => build(charter, lock).surface

/** What the lock has to keep under `given`, so that numbers and names stay: all that was given before, and what is new. */
export const givenOf = (charter: Charter, lock?: Lock): Readonly<Record<string, string>> => build(charter, lock).given

const build = (charter: Charter, lock: Lock | undefined) => {
  const building = buildingOf(charter, lock)
  claimShared(building)
  const names = entityNames(building)
  const namesOf = (entity: string): EntityNames =>
    names.get(entity) ?? { one: pascalCase(entity), many: pascalCase(entity) }
  const operationNames = new Map(
    inOrder(charter.operations, building.lock.operations).map(({ id, name }) => [
      name,
      building.allocation.name(`operations.${id}`, pascalCase(name), operationClaims),
    ]),
  )
  const files = new Map(
    charter.entities.map((entity) => [entity.name, filesOf(building, entity, namesOf(entity.name))]),
  )
  for (const entity of charter.entities) addEntity(building, entity, namesOf)
  const services = [
    ...charter.entities.map((entity): ServicePlan => {
      const { one } = namesOf(entity.name)
      const own = charter.operations.filter((operation) => operation.entity === entity.name)
      return {
        name: `${one}Service`,
        of: entity.name,
        methods: [
          ...entityMethods(building, entity, namesOf(entity.name)),
          ...fileMethods(building, entity, namesOf(entity.name), files.get(entity.name) ?? []),
          ...own.map((each) => operationMethod(building, each, operationNames.get(each.name) ?? each.name, namesOf)),
        ],
      }
    }),
    ...looseService(building, operationNames, namesOf),
  ]
  const surface: GrpcSurface = {
    domain: charter.name,
    package: packageOf(charter),
    messages: [...building.messages.values()],
    enums: [...building.enums.values()],
    services: services.filter(({ methods }) => methods.length > 0),
  }
  return { surface, given: building.allocation.given }
}

/** Operations on no entity have a service by the charter's name. */
const looseService = (
  building: SurfaceDraft,
  names: ReadonlyMap<string, string>,
  namesOf: (entity: string) => EntityNames,
): readonly ServicePlan[] => {
  const { charter, allocation } = building
  const loose = charter.operations.filter(({ entity }) => entity === undefined)
  if (loose.length === 0) return []
  const base = allocation.name('service', pascalCase(charter.name), (name) => [`${name}Service`])
  return [
    {
      name: `${base}Service`,
      methods: loose.map((each) => operationMethod(building, each, names.get(each.name) ?? each.name, namesOf)),
    },
  ]
}

const entityNames = (building: SurfaceDraft): ReadonlyMap<string, EntityNames> =>
  new Map(
    inOrder(building.charter.entities, building.lock.entities).map((entity: Entity) => {
      const one = building.allocation.name(`entities.${entity.id}`, pascalCase(entity.name), claimsOf(entity))
      return [entity.name, { one, many: manyOf(entity, one) }]
    }),
  )

/** As they came: by their numbers in the lock. */
const inOrder = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  locked: Readonly<Record<string, { readonly number: number }>>,
): readonly Thing[] => [...things].sort((a, b) => (locked[a.id]?.number ?? 0) - (locked[b.id]?.number ?? 0))

/** `lab-desk` of version 2.1.0 is `lab_desk.v2`. Before 1.0.0 nothing is promised, which protobuf calls alpha. */
const packageOf = ({ name, version }: Charter): string => {
  const major = Number.parseInt(version, 10)
  return `${snakeCase(name)}.${major > 0 ? `v${major}` : 'v1alpha1'}`
}
