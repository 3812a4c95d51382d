/**
 * The gRPC plan of a charter: plain data that contract, server, client, reflection and generated services read. `member`
 * is the charter's name of a thing, `name` what protobuf calls it.
 */
export interface GrpcSurface {
  /** The charter's name: the domain of errors. */
  readonly domain: string
  /** `clinic.v1` */
  readonly package: string
  readonly messages: readonly MessagePlan[]
  readonly enums: readonly EnumPlan[]
  readonly services: readonly ServicePlan[]
}

/**
 * How a JSON value and a message stand for each other. `record`: an object, a field a member. `list` and `map`: an array
 * or an object whose values the one field has, because a repeated field alone cannot tell none from empty. `union`: an
 * object whose tag names the field of the one oneof. `any`: a tree of which exactly one field is set (filters).
 */
export type MessageShape = 'record' | 'list' | 'map' | 'union'

export interface MessagePlan {
  readonly name: string
  readonly shape: MessageShape
  /** In the charter's order. */
  readonly fields: readonly FieldPlan[]
  /** The entity whose rows these are, or the declared type. */
  readonly of?: string
  /** Of a `union`: the member that holds the variant's name. */
  readonly tag?: string
  /** Name of the oneof that holds the fields marked so. */
  readonly oneof?: string
  readonly reservedNumbers?: readonly number[]
  readonly reservedNames?: readonly string[]
}

export interface FieldPlan {
  readonly name: string
  readonly member: string
  readonly number: number
  readonly type: WireType
  /** `one`: presence is kept (`optional`, or a message). */
  readonly label: 'one' | 'oneof' | 'repeated' | 'map'
  /** In a row: the relation of this name is here when it was asked for. */
  readonly relation?: 'one' | 'many'
  /** In a record: absent is null in answers. */
  readonly isNullable?: boolean
  /** In a row: requests hold it, and no answer does. */
  readonly isWriteOnly?: true
}

/**
 * How a value travels. `string`: text, uuid, date, time, dateTime, duration, decimal as they are. `int64`: digits.
 * `count`: an int64 that JSON has as a number. `bytes`: base64 in JSON. `timestamp`: an instant. `json`: its JSON text,
 * since google.protobuf.Value holds no number beyond a double and no order of members. `mask`: names of fields of `of`.
 */
export type WireType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'mask'; readonly of: string }
  | { readonly kind: 'enum'; readonly of: string }
  | { readonly kind: 'message'; readonly of: string }

export type ScalarKind = 'string' | 'int32' | 'int64' | 'count' | 'double' | 'bool' | 'bytes' | 'timestamp' | 'json'

export interface EnumPlan {
  readonly name: string
  /** The zero value that stands for nothing said. */
  readonly unspecified: string
  readonly values: readonly EnumValuePlan[]
  readonly reservedNumbers?: readonly number[]
  readonly reservedNames?: readonly string[]
}

export interface EnumValuePlan {
  readonly name: string
  /** As the charter has it. */
  readonly value: string
  readonly number: number
}

export interface ServicePlan {
  readonly name: string
  /** The entity whose rows it is about; absent for operations on none. */
  readonly of?: string
  readonly methods: readonly MethodPlan[]
}

/** What a method does; each has its reading of requests and its writing of answers. */
export type MethodKind =
  | 'read'
  | 'list'
  | 'create'
  | 'replace'
  | 'update'
  | 'delete'
  | 'audit'
  | 'aggregate'
  | 'stream'
  | 'changes'
  | 'operation'
  | FileMethodKind

/** What is done with the bytes of a row's file. */
export type FileMethodKind = 'readFile' | 'sendFile' | 'removeFile'

export interface MethodPlan {
  readonly name: string
  readonly kind: MethodKind
  /** `Patient.read`, or a custom operation's own name. */
  readonly operation: string
  readonly request: string
  readonly response: string
  /** Message of the rows that it answers, where it answers rows. */
  readonly row?: string
  /** Of files: the field that is one. */
  readonly field?: string
  /** The answer streams. */
  readonly isStream?: true
  /** The request streams. */
  readonly takesStream?: true
}
