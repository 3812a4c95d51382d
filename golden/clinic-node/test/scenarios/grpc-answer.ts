import { connect, type IncomingHttpHeaders } from 'node:http2'
import type { Answer } from './answer.ts'
import { type AskOptions, credentialHeader } from './ask.ts'
import type { Step } from './scenario.ts'

const timeoutMs = 10_000
const bytesMax = 16_777_216

/**
 * One request of gRPC as its bytes stand on the wire (grpc/doc/PROTOCOL-HTTP2.md). Trailers are among the headers of the answer, and so are the
 * streams that a connection may have at once (`max-concurrent-streams`); its body is a list of what its messages are as text, and its
 * text all that came, with `grpc-status-details-bin`. Rejects when nothing has ended in 10 s.
 */
export const askGrpc = ({ url, token }: Pick<AskOptions, 'url' | 'token'>, step: Step): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const session = connect(url)
    const stream = session.request({
      ':method': step.method,
      ':path': step.path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(token === null ? {} : credentialHeader(token, step.shows)),
      ...step.headers,
    })
    const fail = (error: Error): void => {
      session.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error(`${step.path} has not ended in ${timeoutMs} ms`)), timeoutMs)
    const received: IncomingHttpHeaders = {}
    const pieces: Buffer[] = []
    let bytes = 0
    session.once('error', fail)
    session.once('remoteSettings', ({ maxConcurrentStreams }) => {
      received['max-concurrent-streams'] = String(maxConcurrentStreams)
    })
    stream.once('response', (headers) => Object.assign(received, headers))
    stream.once('trailers', (trailers) => Object.assign(received, trailers))
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > bytesMax) fail(new Error(`${step.path} answers more than ${bytesMax} bytes`))
      else pieces.push(piece)
    })
    // A stream that the service resets has said what it has to say.
    stream.once('error', () => {})
    stream.once('close', () => {
      clearTimeout(timer)
      session.destroy()
      resolve(answerOf(received, Buffer.concat(pieces)))
    })
    stream.end(Buffer.from(step.bytes ?? '', 'base64'))
  })

const answerOf = (received: IncomingHttpHeaders, body: Buffer): Answer => {
  const headers = Object.fromEntries(
    Object.entries(received)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, String(value)]),
  )
  const details = Buffer.from(headers['grpc-status-details-bin'] ?? '', 'base64')
  return {
    status: Number(received[':status'] ?? 0),
    headers,
    body: messagesIn(body).map((message) => message.toString()),
    text: `${body.toString()}${details.toString()}`,
  }
}

/** A byte that says whether it is compressed, four of its length, and the message, again and again. */
const messagesIn = (body: Buffer): readonly Buffer[] => {
  const messages: Buffer[] = []
  for (let at = 0; at + 5 <= body.length; at += 5 + body.readUInt32BE(at + 1))
    messages.push(body.subarray(at + 5, at + 5 + body.readUInt32BE(at + 1)))
  return messages
}
