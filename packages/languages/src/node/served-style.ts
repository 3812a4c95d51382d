import type { Code } from '../code.ts'

/** What every file of a service may tell of a style that it serves. */
export interface ServedStyle {
  /** The style's own name; its transport is copied to `src/<name>/`. */
  readonly name: string
  /** A listener that the process opens beside HTTP; null, or left out, where the style has none of its own. */
  readonly listener?: NodeListener
}

/** How `src/main.ts` opens a style's own listener. */
export interface NodeListener {
  /** Function of `service` and `config` that gives what can `listen` and `close`. */
  readonly open: Code
  /** Of its address in the start line: `grpcUrl`. */
  readonly urlName: string
  /** Member of `ServiceConfig` with its port, and the port that it has unless told otherwise. */
  readonly portName: string
  /** What says its port in the environment. */
  readonly portVariable: string
  readonly portDefault: number
  /** Function of the surface and its address that sends the development page's calls on. */
  readonly relay: Code
  readonly surface: Code
  /** Rows of the README's configuration table. */
  readonly variables: readonly string[]
}
