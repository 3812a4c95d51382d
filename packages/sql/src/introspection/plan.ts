import type { Loss } from '@charter/charter'
import type { Type } from '@charter/runtime'

/** An entity to write into a charter document, with what it is bound to. */
export interface PlannedEntity {
  readonly name: string
  /** Absent where the name itself says it. */
  readonly binding?: { readonly schema?: string; readonly table: string }
  readonly plural?: string
  readonly description?: string
  readonly key: readonly string[]
  readonly isReadOnly: boolean
  /** Writes that the source permits; absent: all of them. */
  readonly writes?: readonly ('create' | 'update' | 'delete')[]
  readonly fields: readonly PlannedField[]
  readonly relations: readonly PlannedRelation[]
  readonly unique: readonly (readonly string[])[]
  readonly checks?: readonly { readonly name: string; readonly rule: string }[]
}

export interface PlannedField {
  readonly name: string
  readonly column: string
  /** As declared, where the service has to know. */
  readonly columnType?: string
  readonly description?: string
  readonly type: Type
  readonly isOptional: boolean
  readonly isUnique: boolean
  readonly isReadOnly: boolean
  /** Set on create, never changed after. */
  readonly isImmutable?: boolean
  /** YAML text of the default. */
  readonly default?: string
}

export interface PlannedRelation {
  readonly name: string
  readonly kind: 'one' | 'many'
  readonly target: string
  readonly by?: readonly string[]
  /** Fields of the target that `by` equals, where they are not its key. */
  readonly to?: readonly string[]
  readonly inverse?: string
  readonly through?: { readonly entity: string; readonly here: string; readonly there: string }
}

export interface Plan<Reason extends string = string> {
  readonly entities: readonly PlannedEntity[]
  readonly losses: readonly Loss<Reason>[]
}
