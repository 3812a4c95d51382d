import { ownedRelations } from '@charter/runtime'
import type { SoapSurface } from '../surface.ts'

const kinds = {
  row: '',
  page: 'Page',
  included: 'Included',
  includedPage: 'IncludedPage',
  key: 'Key',
  create: 'Create',
  replace: 'Replace',
  update: 'Update',
  select: 'Select',
  include: 'Include',
  aggregates: 'Aggregates',
} as const

export type TypeKind = keyof typeof kinds | 'type' | 'shared' | 'owned'

/** Names of the schema's types. Rows are called as their entities are; who comes later and would be a twin gets a number. */
export interface TypeNames {
  of(kind: TypeKind, name: string): string
  /** Of a row that stands in the body of the entity that owns it. */
  owned(entity: string, relation: string): string
}

export const typeNames = ({ model }: SoapSurface): TypeNames => {
  const given = new Map<string, string>()
  const taken = new Set<string>()
  const give = (kind: TypeKind, name: string, wanted: string): void => {
    let own = wanted
    for (let twin = 2; taken.has(own); twin++) own = `${wanted}${twin}`
    taken.add(own)
    given.set(`${kind} ${name}`, own)
  }
  for (const { name } of model.entities) give('row', name, name)
  for (const name of Object.keys(model.types)) give('type', name, name)
  for (const { name } of model.entities)
    for (const [kind, ending] of Object.entries(kinds))
      if (kind !== 'row') give(kind as TypeKind, name, `${name}${ending}`)
  for (const name of ['AuditPage', 'Condition', 'Conditions', 'Where']) give('shared', name, name)
  for (const entity of model.entities)
    for (const { name } of ownedRelations(entity))
      give('owned', `${entity.name}.${name}`, `${entity.name}${name.charAt(0).toUpperCase()}${name.slice(1)}Create`)
  const of: TypeNames['of'] = (kind, name) => {
    const found = given.get(`${kind} ${name}`)
    if (found === undefined) throw new Error(`there is no ${kind} type of ${name}`)
    return found
  }
  return { of, owned: (entity, relation) => of('owned', `${entity}.${relation}`) }
}
