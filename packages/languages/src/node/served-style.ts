import type { ListenerPlace } from '@charter/charter'
import type { Code } from '../code.ts'

/** What every file of a service may tell of a style that it serves. */
export interface ServedStyle {
  /** The style's own name; its transport is copied to `src/<name>/`. */
  readonly name: string
  /** A listener that the process opens beside HTTP; left out where the style has none of its own. */
  readonly listener?: NodeListener & ListenerPlace
}

/** How `src/main.ts` opens a style's own listener. */
export interface NodeListener {
  /** What of `service` and `config` gives what can `listen` and `close`. */
  readonly open: Code
  /** Function of the surface and its address that sends the development page's calls on. */
  readonly relay: Code
  readonly surface: Code
  /** Rows of the README's configuration table, beside that of its port. */
  readonly variables: readonly string[]
}
