import type { Rule } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { CheckContext } from './check-context.ts'
import type { charterDiagnostics } from './diagnostics.ts'
import type { Reporter } from './report.ts'

/** One part of `check`. */
export type CharterCheck = (charter: Charter, reporter: CharterReporter, context: Checked) => void

export interface Checked extends CheckContext {
  readonly rules: readonly Rule[]
}

export type CharterReporter = Reporter<typeof charterDiagnostics>
