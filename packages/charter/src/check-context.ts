import type { Rule } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { Connector } from './connector.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Lock } from './lock.ts'
import type { Style } from './style.ts'

/** What is built, given by whoever knows: this package knows no style, database or framework by name. */
export interface CheckContext {
  readonly styles: readonly Pick<Style, 'name' | 'check' | 'settings' | 'carriesFiles'>[]
  /** Without `ownUrl`: whoever checks does not tell which of them keep rows in files. */
  readonly connectors: readonly (Pick<Connector, 'name' | 'accepts' | 'check'> & Partial<Pick<Connector, 'ownUrl'>>)[]
  /** What `allow` and `policies` say, and what is wrong with them; left out of what is no whole charter. */
  readonly access?: (charter: Charter) => {
    readonly rules: readonly Rule[]
    readonly diagnostics: readonly Diagnostic[]
  }
  /** Names of frameworks that can be checked. */
  readonly frameworks?: readonly string[]
  /** Names that are no mistake though nothing of theirs is built. Absent: whoever checks does not tell, so any name may be one. */
  readonly planned?: PlannedNames
  /** The lock as committed: `check` asks when a drop and an add look like one rename. */
  readonly lock?: Lock
}

export interface PlannedNames {
  readonly styles: readonly string[]
  readonly databases: readonly string[]
  readonly frameworks: readonly string[]
}
