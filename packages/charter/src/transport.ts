import type { Driver } from './connector.ts'

/**
 * How services in one language speak a style: files of its folder that they carry verbatim, and how these join a service. A
 * language may have a folder of its own for the style instead, where that says more: explicit routes, another port.
 */
export interface Transport extends Partial<Pick<Driver, 'dependencies' | 'developmentDependencies' | 'lock'>> {
  /** The file that exports the next, relative to the style's `transport/`. */
  readonly module: string
  /** Name of the function that joins the style to a listener: `(server, service, surface) => void | Promise<void>`. */
  readonly join: string
  /** The surface's type: its file, relative to `transport/`, and its name. The surface is plain data. */
  readonly surface: { readonly module: string; readonly type: string }
  /** What the surface is, in a sentence: `The tools that models are given.` */
  readonly says: string
  /** Packages that the files import of those that the language's services know; others are `dependencies`, with their `lock`. */
  readonly packages: readonly string[]
  readonly developmentPackages: readonly string[]
  /** Of a style with a port of its own, which `join` is then given in place of HTTP's. */
  readonly listener?: TransportListener
}

/** How services in one language open a style's own port. Files are relative to the style's `transport/`. */
export interface TransportListener {
  /** The file that exports the next. */
  readonly module: string
  /** Name of the function that opens it, not yet listening: `(options: ListenerOptions) => Listener`. */
  readonly open: string
  /** The file that exports the function which sends the development page's calls on: `(surface, url) => Relay`. */
  readonly relay: { readonly module: string; readonly name: string }
}
