import type { Listener } from '@charter/charter'
import type { ServiceBackend } from '@charter/runtime'
import { httpServer } from '@charter/runtime/http'
import { type HandedSockets, listen, type TlsConfig } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import type { StyleUse } from './styles-of.ts'

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Where each style listens that has a port of its own, by its name; 0, or left out: any free one. */
  readonly ports?: Readonly<Record<string, number>>
  /** Sockets to listen at instead. */
  readonly handed?: HandedSockets
  readonly tls?: TlsConfig | null
  /** What styles read of the environment; that of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>
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
  serving: ServiceBackend,
  { host, port, ports = {}, handed = {}, tls = null, environment, extend }: ServeOptions,
): Promise<Served> => {
  const listening = { limits: serving.model.limits, tls, ...(serving.onBug && { onBug: serving.onBug }) }
  const app = httpServer({ ...listening, serving })
  await extend?.(app)
  const beside = new Map<string, Listener>()
  for (const { style, surface } of uses) {
    const own = style.listener === 'http' ? null : await style.listener.open({ ...listening, log: serving.log })
    if (own) beside.set(style.name, own)
    await style.serve(surface, serving, own ?? app, environment)
    await style.serveOverHttp?.(surface, serving, app)
  }
  const close = async (): Promise<void> => {
    await Promise.all([app, ...beside.values()].map((each) => each.close()))
  }
  const giveUp = async (error: unknown): Promise<never> => {
    await close()
    throw error
  }
  const url = await listen(app, { host, port, handed: handed.http }).catch(giveUp)
  const urls: Record<string, string> = Object.fromEntries(uses.map(({ style }) => [style.name, url]))
  for (const [name, own] of beside)
    urls[name] = await own.listen({ host, port: ports[name] ?? 0, handed: handed[name] }).catch(giveUp)
  return { url, urls, close }
}
