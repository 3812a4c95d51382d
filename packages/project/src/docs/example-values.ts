import type { EntityModel, Json, JsonObject, PageOperation } from '@charter/runtime'
import type { Derived } from '@charter/service'

export type Rows = Readonly<Record<string, readonly JsonObject[]>>

/** Sample rows to make calls on, and what to fill in so that they are answered. */
export interface ExampleValues {
  readonly rows: Rows
  /** By name of the input. */
  valuesOf(operation: PageOperation): Readonly<Record<string, string>>
}

/**
 * What the page's examples hold, but believable: values of a row that the caller's claims give, and to delete a row that no other
 * refers to.
 */
export const exampleValues = ({ charter, model }: Derived, samples: Rows, claims: JsonObject): ExampleValues => {
  const ties = charter.access.principal.map(({ name, claim }) => [name, claims[claim] ?? null] as const)
  const isTheirs = (row: JsonObject): boolean => ties.every(([name, value]) => (row[name] ?? value) === value)
  const theirs = (entity: string): JsonObject | undefined => samples[entity]?.find(isTheirs) ?? samples[entity]?.[0]
  const spared = Object.fromEntries(
    model.entities.map((entity) => [entity.name, spareOf(entity, theirs(entity.name))] as const),
  )
  const rows = Object.fromEntries(
    Object.entries(samples).map(([entity, of]) => [entity, spared[entity] ? [...of, spared[entity]] : of]),
  )
  const valuesOf = ({ id, entity: name, inputs }: PageOperation): Readonly<Record<string, string>> => {
    const entity = model.entities.find((each) => each.name === name)
    const row = theirs(name ?? '') ?? {}
    return Object.fromEntries(
      inputs.map((input) => {
        const [kind, field = ''] = input.name.split('.')
        if (id.endsWith('.delete') && kind === 'key')
          return [input.name, String(spared[name ?? '']?.[field] ?? input.initial)]
        const value = kind === 'value' && entity && writes.test(id) && isFree(entity, field) ? row[field] : undefined
        return [input.name, isPlain(value) ? String(value) : input.initial]
      }),
    )
  }
  return { rows, valuesOf }
}

const writes = /\.(?:create|replace|update)$/

const isPlain = (value: Json | undefined): boolean => value !== undefined && value !== null && typeof value !== 'object'

/** Neither a key nor a reference, weighed against no other field, and another row may have the same. */
const isFree = ({ key, relations, unique, checks }: EntityModel, field: string): boolean =>
  !key.includes(field) &&
  !relations.some(({ from }) => from.includes(field)) &&
  !unique.some(({ fields }) => fields.includes(field)) &&
  !checks.some(({ fields }) => fields.includes(field))

const spareKey = '9d1f0c52-3b7e-4a86-8f21-6c0e5d4b7a93'

/** A row more, like one that the caller sees; none where its key is not the service's to make, or something in it is unique. */
const spareOf = ({ key, fields, unique }: EntityModel, row: JsonObject | undefined): JsonObject | undefined => {
  const [only = ''] = key
  const isMade = key.length === 1 && fields.find(({ name }) => name === only)?.type.kind === 'uuid'
  const isClash = unique.some(({ fields: together }) =>
    together.some((name) => (row?.[name] ?? null) !== null && name !== only),
  )
  return row && isMade && !isClash ? { ...row, [only]: spareKey } : undefined
}
