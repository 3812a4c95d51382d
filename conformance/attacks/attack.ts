import type { ExampleRows } from '@charter/charter'
import type { JsonObject } from '@charter/runtime'
import type { DatabaseName } from '../charters.ts'

/** Something that was done to a service and must not work: played against one that was started for it. */
export interface Attack {
  /** Short, in kebab-case, unique: `npm run attacks -- <word>` chooses by it. */
  readonly name: string
  /** What holds, in plain words. */
  readonly holds: string
  /** Number of its class in docs/threat-model.md’s history: `A3`. */
  readonly finding: string
  /** Text of a charter that owns a SQLite database; played on every database. Attacks of one charter, environment and rows share a service. */
  readonly charter: string
  /** Environment of the service beside the usual; `{data}` stands for its data folder. With `CHARTER_MODE: production` tokens come from an identity provider of ours. */
  readonly env?: Readonly<Record<string, string>>
  /** Files of its data folder, by name. */
  readonly files?: Readonly<Record<string, string>>
  /** By operation: the text of a TypeScript module that exports its body under its name. */
  readonly operations?: Readonly<Record<string, string>>
  /** Rows that are there when it begins, by entity. */
  readonly rows?: ExampleRows['rows']
  /** It is stopped, flooded or measured: nobody else may use its service. */
  readonly isAlone?: boolean
  /** Left out of `npm test`. */
  readonly isSlow?: boolean
  readonly databases?: readonly DatabaseName[]
  /** Null where it holds, else what was got, in one line. */
  readonly play: (victim: Victim) => Promise<string | null>
}

/** Whether it takes a service as its charter gives it, that others take as well. */
export const isShared = ({ env, files, operations, rows, isAlone }: Attack): boolean =>
  !env && !files && !operations && !rows && !isAlone

export interface Victim {
  readonly way: 'in-process' | 'generated'
  readonly database: DatabaseName
  /** REST's origin, no slash at the end. */
  readonly url: string
  /** Of each style, by its name. */
  readonly urls: Readonly<Record<string, string>>
  /** A bearer token with these roles; `claims` beside them (`sub`, `tenant`, `scope`, `exp`). */
  token(roles: readonly string[], claims?: JsonObject): Promise<string>
  /** One request over HTTP: text and bytes are sent as they are, anything else as JSON. Rejects only where no answer comes. */
  ask(method: string, path: string, asked?: Asked): Promise<Answered>
  /** What is on record so far, oldest first. */
  record(): Promise<readonly JsonObject[]>
  /** What the service said so far on standard output and error. */
  log(): string
  /** Where the service keeps what is not in its database. */
  readonly folder: string
  /** A statement to its database, past the service. */
  sql(text: string, values?: readonly (string | number | null)[]): Promise<readonly (readonly unknown[])[]>
  /** Resident memory, in MB; null when its process is gone. */
  memoryMb(): Promise<number | null>
  readonly processId: number
}

export interface Asked {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Default: 60,000. */
  readonly timeoutMs?: number
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: attacks look into whatever came back.
  readonly json: any
}

/** What goes before a statement that recurses more than a thousand times, which MariaDB cuts off. */
export const recursing = (database: DatabaseName): string =>
  database === 'mariadb' ? 'SET STATEMENT max_recursive_iterations = 100000 FOR ' : ''
