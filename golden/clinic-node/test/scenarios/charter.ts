import { readFileSync } from 'node:fs'
import type { Rule } from '../../src/runtime/index.ts'
import type { ExampleRows } from './examples/example-rows.ts'
import type { RestSurface } from './routes.ts'

interface FromCharter {
  /** The addresses of REST. */
  readonly surface: Pick<RestSurface, 'base' | 'routes' | 'files' | 'session'>
  /** Rows that a scenario begins with: the first belong to the claims of ordinal 0, the others to those of 1. */
  readonly examples: ExampleRows
  /** Who may do what, as the charter says it. */
  readonly rules: readonly Rule[]
  /** How many scenarios the charter gave, by family and entity. */
  readonly counts: Readonly<Record<string, number>>
}

export const { surface, examples, rules, counts }: FromCharter = JSON.parse(
  readFileSync(new URL('./charter.json', import.meta.url), 'utf8'),
)
