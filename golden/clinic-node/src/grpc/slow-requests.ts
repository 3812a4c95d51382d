import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'

/** Ends calls whose request does not come in whole within a time: what a header timeout is to HTTP/1. */
export const slowRequests =
  (timeoutMs: number): ServerInterceptor =>
  (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        const timer = setTimeout(
          () => call.sendStatus({ code: status.DEADLINE_EXCEEDED, details: 'The request came in too slowly.' }),
          timeoutMs,
        )
        next({
          onReceiveHalfClose: (done) => {
            clearTimeout(timer)
            done()
          },
          onCancel: () => clearTimeout(timer),
        })
      },
    })
