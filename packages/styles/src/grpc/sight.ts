/** What a gRPC contract shows of a charter: names as protobuf has them, types as the wire has them. */
export interface GrpcSight {
  readonly package: string
  readonly entities: Readonly<Record<string, EntitySight>>
  readonly operations: Readonly<Record<string, OperationSight>>
}

export interface EntitySight {
  /** By name: a message has no order of its own. */
  readonly key: readonly string[]
  readonly fields: Readonly<Record<string, TypeSight>>
  /** `one Patient` or `many Prescription`. */
  readonly relations: Readonly<Record<string, string>>
  readonly offers: readonly string[]
}

export interface OperationSight {
  /** The entity it is on. */
  readonly on: string | null
  readonly hasKey: boolean
  readonly input: Readonly<Record<string, TypeSight>>
  /** `one Order`, `many Order`, a type, or nothing. */
  readonly result: TypeSight | null
  readonly isStream: boolean
}

/** A scalar of protobuf, or what is made of others; a type met inside itself is its name. */
export type TypeSight =
  | string
  | { readonly list: TypeSight }
  | { readonly map: TypeSight }
  | { readonly enum: readonly string[] }
  | { readonly record: Readonly<Record<string, TypeSight>> }
  | { readonly union: Readonly<Record<string, TypeSight>> }
