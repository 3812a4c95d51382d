import type { Driver, GeneratedFile } from '@charter/charter'
import type { Code } from '../code.ts'
import type { EmitContext } from './emit-context.ts'
import type { NodeListener, ServedStyle } from './served-style.ts'

/** How a generated Node service speaks one style. One folder in `packages/languages/src/node/` each. */
export interface NodeStyle extends Omit<ServedStyle, 'listener'> {
  /** A listener that the process opens beside HTTP; left out where the style has none of its own. */
  readonly listener?: NodeListener
  /** Packages that the transport imports, by name; versions are those of `package-lock.template.json`. */
  readonly packages: readonly string[]
  readonly developmentPackages: readonly string[]
  /** Packages beyond those, with their lock. */
  readonly carries?: Partial<Pick<Driver, 'dependencies' | 'developmentDependencies' | 'lock'>>
  /** Source files beyond the transport: routes, or the style's plan of the charter as data. */
  files(emitting: EmitContext): readonly GeneratedFile[]
  /** Statements in `buildServer` of `src/server.ts` that join the style to `app` (Fastify) for `service`, where it is there. */
  join?(emitting: EmitContext): Code
}

/** Identity with types: what each style's folder exports, by the style's name. */
export const defineNodeStyle = (style: NodeStyle): NodeStyle => style
