import { constants, type ServerHttp2Stream } from 'node:http2'
import { ServerInterceptingCall, type ServerInterceptingCallInterface, type ServerInterceptor } from '@grpc/grpc-js'
import type { SentStatus } from './gate.ts'

/**
 * What is done to calls by their streams of HTTP/2 alone, which grpc-js gives to the first of all interceptors. A call whose messages are
 * not taken in time is ended, so long for each megabyte that is begun: a client holds back each stream for itself (RFC 9113 section 5.2),
 * and its connection is well meanwhile. Who is refused while they send many messages is asked to send no more (RFC 9113 section 8.1).
 */
export const watchedCalls =
  (unreadMs: number): ServerInterceptor =>
  ({ requestStream }, call) =>
    new WatchedCall(call, { unreadMs, takesStream: requestStream })

const partBytes = 2 ** 20

interface Watch {
  readonly unreadMs: number
  readonly takesStream: boolean
}

class WatchedCall extends ServerInterceptingCall {
  readonly #stream: ServerHttp2Stream | undefined
  readonly #watch: Watch

  constructor(call: ServerInterceptingCallInterface, watch: Watch) {
    super(call)
    // grpc-js has no word for it: a status would wait behind what is not taken.
    this.#stream = (call as { readonly stream?: ServerHttp2Stream }).stream
    this.#watch = watch
  }

  override sendMessage(message: unknown, taken: () => void): void {
    const { unreadMs } = this.#watch
    const parts = 1 + Math.floor((Buffer.isBuffer(message) ? message.length : 0) / partBytes)
    const timer = setTimeout(() => this.#stream?.close(constants.NGHTTP2_CANCEL), parts * unreadMs).unref()
    super.sendMessage(message, () => {
      clearTimeout(timer)
      taken()
    })
  }

  override sendStatus(status: SentStatus): void {
    // Behind an answer come trailers, which a reset might overtake.
    const isAlone = !this.#stream?.headersSent
    super.sendStatus(status)
    if (isAlone && this.#watch.takesStream) this.#stream?.close(constants.NGHTTP2_NO_ERROR)
  }
}
