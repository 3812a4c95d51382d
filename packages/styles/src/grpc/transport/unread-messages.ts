import { constants, type ServerHttp2Stream } from 'node:http2'
import { ServerInterceptingCall, type ServerInterceptingCallInterface, type ServerInterceptor } from '@grpc/grpc-js'

/**
 * Ends calls whose messages are not taken in time: so long for each megabyte that is begun. A client holds back each stream for itself
 * (RFC 9113 section 5.2), and its connection is well meanwhile. The first of all interceptors, which alone is given the stream.
 */
export const unreadMessages =
  (unreadMs: number): ServerInterceptor =>
  (_method, call) =>
    new WatchedCall(call, unreadMs)

const partBytes = 2 ** 20

class WatchedCall extends ServerInterceptingCall {
  readonly #stream: ServerHttp2Stream | undefined
  readonly #unreadMs: number

  constructor(call: ServerInterceptingCallInterface, unreadMs: number) {
    super(call)
    // grpc-js has no word for it: a status would wait behind what is not taken.
    this.#stream = (call as { readonly stream?: ServerHttp2Stream }).stream
    this.#unreadMs = unreadMs
  }

  override sendMessage(message: unknown, taken: () => void): void {
    const parts = 1 + Math.floor((Buffer.isBuffer(message) ? message.length : 0) / partBytes)
    const timer = setTimeout(() => this.#stream?.close(constants.NGHTTP2_CANCEL), parts * this.#unreadMs).unref()
    super.sendMessage(message, () => {
      clearTimeout(timer)
      taken()
    })
  }
}
