/** What a route does; each has a handler of this name (`transport/rest.ts`). */
export type RouteKind =
  | 'list'
  | 'search'
  | 'create'
  | 'import'
  | 'read'
  | 'replace'
  | 'update'
  | 'remove'
  | 'audit'
  | 'nested'
  | 'operation'
  | 'own'
  | 'batch'

export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root, with `:field` for each key field: `/api/patients/:id`. */
  readonly path: string
  readonly kind: RouteKind
  /** `Patient.read`, or a custom operation's own name; `batch` for batches. */
  readonly operation: string
  /** Whose rows the path is about: for `nested`, the parent. */
  readonly entity?: string
  /** For `nested`: the parent's relation. */
  readonly relation?: string
  /** Whose rows are answered, where rows are. */
  readonly answers?: string
  /** Path parameters in order: names of key fields of `entity`, or what a route of the charter's own calls them. */
  readonly keyFields: readonly string[]
  /** For `own`: the media type of its body, where it takes one, and those of its answers. */
  readonly takes?: string
  readonly gives?: readonly string[]
}

/** What a client must know of an entity to write its requests. */
export interface RestEntity {
  readonly name: string
  readonly key: readonly string[]
  readonly relations: Readonly<Record<string, string>>
  /** Fields whose values stay out of addresses. */
  readonly protected: readonly string[]
}

/** A field whose value is a file: its bytes are at an address of their own, below the row's. */
export interface RestFile {
  readonly entity: string
  readonly field: string
  /** `/api/documents/:id/scan` */
  readonly path: string
  readonly keyFields: readonly string[]
  /** Whether bytes may be sent there, besides being read. */
  readonly isTaken: boolean
}

/** The REST plan of a charter: plain data that contract, server, client and each language's transport read. */
export interface RestSurface {
  /** `/api`, or empty. */
  readonly base: string
  readonly routes: readonly RestRoute[]
  readonly entities: readonly RestEntity[]
  /** Left out where no field is a file. */
  readonly files?: readonly RestFile[]
  /** Where browsers begin and end sessions; left out where cookies are not taken. */
  readonly session?: string
}
