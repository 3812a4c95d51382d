import type { GenerateInput } from '@charter/charter'
import type { SqlSchema } from '@charter/sql'
import type { EntitySql } from '@charter/sql/store'
import type { Packages } from './dependencies.ts'
import type { Names } from './names.ts'
import type { ServedStyle } from './served-style.ts'

/** What every emitter of a file works with. */
export interface EmitContext extends GenerateInput<EntitySql, SqlSchema> {
  readonly names: Names
  readonly packages: Packages
  /** The styles that the charter serves. */
  readonly styles: readonly ServedStyle[]
  /** First line of every machine-owned source file. */
  readonly header: string
}
