/** The GraphQL plan of a charter: plain data that contract, server, client and each language's transport read. */
export interface GraphqlSurface {
  readonly path: string
  /** Levels of selections, and cost by `@cost` and `@listSize`, that a document may have. */
  readonly limits: { readonly depth: number; readonly cost: number }
  /** Null: in development alone. */
  readonly introspection: boolean | null
  readonly persisted: 'only' | 'also' | null
  readonly entities: readonly GraphqlEntity[]
  readonly operations: readonly GraphqlOperation[]
  /** Types declared under `types:`, by their name there. One that holds itself is JSON: a selection has an end. */
  readonly types: Readonly<Record<string, Shape>>
}

/** How a value looks: leaves are scalars and enums, everything else needs a selection. */
export type Shape =
  | { readonly kind: 'scalar'; readonly name: string }
  /** `values`: the value on the wire of each name. */
  | { readonly kind: 'enum'; readonly name: string; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'list'; readonly of: Shape }
  | RecordShape
  | UnionShape
  | { readonly kind: 'ref'; readonly type: string }

/** A value of named members. `input`: the type of the same value in inputs. */
export interface RecordShape {
  readonly kind: 'record'
  readonly name: string
  readonly input: string
  readonly members: readonly MemberShape[]
}

/** The tag is a member of each variant's type; the input type has a member for each variant, of which one is given (`@oneOf`). */
export interface UnionShape {
  readonly kind: 'union'
  readonly name: string
  readonly input: string
  readonly tag: string
  readonly tags: Extract<Shape, { kind: 'enum' }>
  readonly variants: readonly {
    readonly variant: string
    readonly name: string
    /** Its name in the input, and the type of what it holds there. */
    readonly as: string
    readonly input: string
    readonly members: readonly MemberShape[]
  }[]
}

/** A named value. */
export interface MemberShape {
  readonly name: string
  readonly shape: Shape
  readonly isOptional: boolean
  /** Left out, it becomes something. */
  readonly hasDefault?: boolean
}

/** A field of an entity and what it is called. */
export interface GraphqlField extends MemberShape {
  /** Name of the field, and of its member in inputs. */
  readonly as: string
  /** Name of its member in the filter. */
  readonly filterAs: string
  /** Whether an answer may hold null: optional, or hidden from some. */
  readonly isNullable: boolean
  readonly isFilterable: boolean
  readonly isSortable: boolean
  /** Type of the filter of its values: `TextFilter`. */
  readonly filter: string
  /** What it was called before: still answered, and deprecated. */
  readonly was?: string
}

/** A relation and what it is called. */
export interface GraphqlRelation {
  readonly name: string
  readonly as: string
  readonly kind: 'one' | 'many'
  readonly target: string
  readonly isOwned: boolean
  /** Input type of a row written with its parent. */
  readonly input: string
}

/** An entity with all names that it has in the schema. */
export interface GraphqlEntity {
  readonly name: string
  /** Stable across renames: what a global id begins with. */
  readonly node: string
  readonly key: readonly string[]
  readonly fields: readonly GraphqlField[]
  /** Those that inputs hold, and nothing that is answered. */
  readonly writeOnly?: readonly GraphqlField[]
  readonly relations: readonly GraphqlRelation[]
  /** Name of the field that holds the entity tag. */
  readonly etag: string
  /** Name of the row in payloads and changes. */
  readonly member: string
  readonly types: Readonly<Record<EntityType, string>>
  /** Root fields, where they are offered. */
  readonly roots: Readonly<Partial<Record<EntityRoot, string>>>
}

/** Types of each entity; `*` is its object type. */
export const entityTypes = {
  object: '*',
  connection: '*Connection',
  edge: '*Edge',
  filter: '*Filter',
  orderBy: '*OrderBy',
  key: '*Key',
  createValue: '*CreateValue',
  replaceValue: '*ReplaceValue',
  patch: '*Patch',
  change: '*Change',
  changeKey: '*ChangeKey',
  aggregate: '*Aggregate',
  aggregateGroup: '*AggregateGroup',
  groupBy: '*GroupBy',
  aggregateKey: '*AggregateKey',
  aggregateSum: '*AggregateSum',
  aggregateAverage: '*AggregateAverage',
  aggregateMin: '*AggregateMin',
  aggregateMax: '*AggregateMax',
  createInput: 'Create*Input',
  createPayload: 'Create*Payload',
  replaceInput: 'Replace*Input',
  replacePayload: 'Replace*Payload',
  updateInput: 'Update*Input',
  updatePayload: 'Update*Payload',
  deleteInput: 'Delete*Input',
  deletePayload: 'Delete*Payload',
} as const
/** What a type of an entity is for. */
export type EntityType = keyof typeof entityTypes

/** What a field at the root does with an entity. */
export type EntityRoot =
  | 'read'
  | 'list'
  | 'aggregate'
  | 'audit'
  | 'create'
  | 'replace'
  | 'update'
  | 'delete'
  | 'changes'

/** A custom operation: a field of `Query` or `Mutation` by its effect. */
export interface GraphqlOperation {
  readonly name: string
  readonly as: string
  readonly effect: 'read' | 'write'
  /** Whose key is asked. */
  readonly keyOf: string | null
  readonly input: readonly MemberShape[]
  readonly result: { readonly entity: string; readonly isList: boolean } | { readonly shape: Shape } | null
  /** `value`: the declared members; `input`, `payload`: of a mutation. */
  readonly types: { readonly value: string; readonly input: string; readonly payload: string }
}
