import type { Charter, Lock, Style } from '@charter/charter'
import type { Serving } from '@charter/runtime'
import { httpServer } from '@charter/runtime/http'
import type { TlsConfig } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import { styles } from './registry.gen.ts'

/** A style with its plan of one charter. */
export interface StyleUse {
  readonly style: Style
  readonly surface: unknown
}

/** The styles that a charter names under `serves`, each with its plan of it. */
export const stylesOf = (charter: Charter, lock?: Lock): readonly StyleUse[] =>
  styles
    .filter(({ name }) => charter.serves.includes(name))
    .map((style: Style) => ({ style, surface: style.surface(charter, lock) }))

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly tls?: TlsConfig | null
  /** Adds to the HTTP listener what is not the API itself: health, metrics, the development page. Goes before the styles. */
  readonly extend?: (app: FastifyInstance) => void | Promise<void>
}

export interface Served {
  /** Of the HTTP listener. */
  readonly url: string
  /** Where each style is reached, by its name. */
  readonly urls: Readonly<Record<string, string>>
  /** Answers what has been asked, then ends. */
  close(): Promise<void>
}

/** Serves every style given from one service: those over HTTP share a listener. Rejects when a port cannot be had. */
export const serveStyles = async (
  uses: readonly StyleUse[],
  serving: Serving,
  { host, port, tls = null, extend }: ServeOptions,
): Promise<Served> => {
  const app = httpServer({ limits: serving.model.limits, tls, ...(serving.onBug && { onBug: serving.onBug }) })
  await extend?.(app)
  for (const { style, surface } of uses) await style.serve(surface, serving, app)
  const url = await app.listen({ host, port })
  return { url, urls: Object.fromEntries(uses.map(({ style }) => [style.name, url])), close: () => app.close() }
}
