import type { GeneratedFile } from '@charter/charter'
import type { Code } from '../code.ts'
import type { Emitting } from './emitting.ts'

/** How a generated Node service speaks one style. One folder in `packages/languages/src/node/` each. */
export interface NodeStyle {
  /** The style's own name; its transport is copied to `src/<name>/`. */
  readonly name: string
  /** Packages that the transport imports, by name; versions are those of `package-lock.template.json`. */
  readonly packages: readonly string[]
  readonly developmentPackages: readonly string[]
  /** Source files beyond the transport: routes, or the style's plan of the charter as data. */
  files(emitting: Emitting): readonly GeneratedFile[]
  /** Statements in `buildServer` of `src/server.ts` that join the style to `app` (Fastify) for `service`; null for one of another listener. */
  join(emitting: Emitting): Code | null
}
