import type { Serving } from '@charter/runtime'
import { httpServer } from '@charter/runtime/http'
import { portTaken, type TlsConfig } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import { grpcListener } from './grpc/transport/listener.ts'
import type { StyleUse } from './styles-of.ts'

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Where gRPC listens, which has a port of its own; 0, or left out: any free one. */
  readonly grpcPort?: number
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
  serving: Serving,
  { host, port, grpcPort = 0, tls = null, environment, extend }: ServeOptions,
): Promise<Served> => {
  const listening = { limits: serving.model.limits, tls, ...(serving.onBug && { onBug: serving.onBug }) }
  const app = httpServer({ ...listening, serving })
  await extend?.(app)
  const listener = uses.some(({ style }) => style.listener === 'grpc')
    ? grpcListener({ ...listening, log: serving.log })
    : null
  for (const { style, surface } of uses) {
    await style.serve(surface, serving, style.listener === 'grpc' ? listener : app, environment)
    await style.serveOverHttp?.(surface, serving, app)
  }
  const giveUp = async (error: unknown): Promise<never> => {
    await app.close()
    throw error
  }
  const url = await app.listen({ host, port }).catch(portTaken('PORT', port)).catch(giveUp)
  const grpcUrl = await listener?.listen({ host, port: grpcPort }).catch(giveUp)
  return {
    url,
    urls: Object.fromEntries(uses.map(({ style }) => [style.name, style.listener === 'grpc' ? (grpcUrl ?? url) : url])),
    close: async () => void (await Promise.all([app.close(), listener?.close()])),
  }
}
