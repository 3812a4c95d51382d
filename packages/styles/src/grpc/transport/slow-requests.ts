import { longestReceivingMs } from '@charter/runtime/http'
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import type { Gates } from './gate.ts'

/**
 * Ends calls whose request does not come in whole within a time: what a header timeout is to HTTP/1. Of those that bring a file the
 * first message comes within it, and the last within an hour; how fast those between them come, whoever stores them sees to.
 */
export const slowRequests =
  (timeoutMs: number, gates: Gates): ServerInterceptor =>
  ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        const endAfter = (ms: number) =>
          setTimeout(
            () => call.sendStatus({ code: status.DEADLINE_EXCEEDED, details: 'The request came in too slowly.' }),
            ms,
          )
        let timer = endAfter(timeoutMs)
        const gate = gates.get(path)
        let isFirstOfFile = gate !== 'open' && gate?.takesFiles === true
        next({
          onReceiveMessage: (message, goOn) => {
            if (isFirstOfFile) {
              isFirstOfFile = false
              clearTimeout(timer)
              timer = endAfter(longestReceivingMs)
            }
            goOn(message)
          },
          onReceiveHalfClose: (done) => {
            clearTimeout(timer)
            done()
          },
          onCancel: () => clearTimeout(timer),
        })
      },
    })
