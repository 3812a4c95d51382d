import { type ServerInterceptingCallInterface, type ServerListener, status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { logCalls } from './log-calls.ts'

const path = '/edge.Things/Read'

test('a call is one line: of the status that was sent, or of a client that has gone, whichever was first', () => {
  const lines: unknown[] = []
  const intercept = logCalls({ request: ({ route, status: code }) => lines.push([route, code]) })
  const begin = () => {
    let listener: ServerListener | undefined
    const below = { start: (of: ServerListener) => (listener = of), sendStatus: () => {} }
    const call = intercept(
      { path, requestStream: false, responseStream: false, requestDeserialize: String, responseSerialize: Buffer.from },
      below as unknown as ServerInterceptingCallInterface,
    )
    const none = { onReceiveMetadata() {}, onReceiveMessage() {}, onReceiveHalfClose() {}, onCancel() {} }
    call.start(none)
    return {
      cancel: () => listener?.onCancel?.(),
      send: () => call.sendStatus({ code: status.NOT_FOUND, details: '' }),
    }
  }
  const answered = begin()
  answered.send()
  answered.cancel()
  expect(lines).toEqual([[path, status.NOT_FOUND]])
  const gone = begin()
  gone.cancel()
  gone.send()
  expect(lines).toEqual([
    [path, status.NOT_FOUND],
    [path, status.CANCELLED],
  ])
})
