import { type Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'
import type { ServiceLog } from '../runtime/index.ts'
import { requestIdOf } from './context.ts'

/** A line for each call when its status is sent, or the client has gone. */
export const logCalls =
  (log: Pick<ServiceLog, 'request'> | undefined): ServerInterceptor =>
  ({ path }, call) => {
    if (!log) return new ServerInterceptingCall(call)
    const start = performance.now()
    let asked: Metadata | null = null
    let isLogged = false
    const end = (status: number): void => {
      if (isLogged) return
      isLogged = true
      const [traceparent] = asked?.get('traceparent') ?? []
      log.request({
        style: 'grpc',
        method: 'POST',
        route: path,
        status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        requestId: asked && requestIdOf(asked),
        traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      })
    }
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            asked = metadata
            goOn(metadata)
          },
          onCancel: () => end(cancelled),
        }),
      sendStatus: (status, next) => {
        end(status.code ?? unknown)
        next(status)
      },
    })
  }

// grpc/doc/statuscodes.md
const cancelled = 1
const unknown = 2
