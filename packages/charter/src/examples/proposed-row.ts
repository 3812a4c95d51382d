import {
  type EntityModel,
  type FieldModel,
  isWritten,
  type Json,
  type JsonObject,
  type ServiceModel,
} from '@charter/runtime'
import { exampleNow } from './example-now.ts'
import { exampleValue } from './example-value.ts'

interface ProposedCall {
  /** The caller's `principal.id`. */
  readonly person: string
  /** Whose values the caller sends. */
  readonly row: JsonObject
  /** The caller's claims: those of this ordinal. */
  readonly claims: number
}

/** What create is judged on (docs/semantics.md, Authorisation): what clients may send, and the rest as the service fills it in. */
export const proposedRow = (
  model: ServiceModel,
  entity: EntityModel,
  { person, row, claims }: ProposedCall,
): JsonObject => {
  const filled = entity.fields
    .filter((field) => !isWritten(field, 'create') || field.name === entity.tenantField)
    .map((field) => [field.name, filledIn(model, field, { person, row, claims })])
  return { ...row, ...Object.fromEntries(filled) }
}

/** No example row has values of this ordinal: what the service makes up is none of theirs. */
const madeUp = 40

const filledIn = ({ types }: ServiceModel, { name, type, default: preset }: FieldModel, of: ProposedCall): Json => {
  switch (preset?.kind) {
    case 'value':
      return preset.value
    case 'principal':
      return of.person
    case 'tenant':
      return `tenant-${of.claims + 1}`
    case 'database':
      // Only the database knows; it is the example's as well as any.
      return of.row[name] ?? null
    case 'now':
    case 'today':
      return exampleNow(type)
    case undefined:
      return null
    default:
      return exampleValue(type, { types, ordinal: madeUp, name }) ?? null
  }
}
