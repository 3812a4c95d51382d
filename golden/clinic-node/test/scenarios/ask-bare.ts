import { connect } from 'node:net'
import { answerBytesMax } from '../../src/runtime/index.ts'
import type { Answer } from './answer.ts'
import type { Bare } from './scenario.ts'

/**
 * Sends a request's bytes as they are written, and reads until the connection ends: what no HTTP client would send. Rejects when nothing
 * has come for `silenceMs`.
 */
export const askBare = async (url: string, bare: Bare, silenceMs: number): Promise<Answer> => {
  const { hostname, port } = new URL(url)
  return answerIn(await exchanged(hostname, Number(port), bareBytes(bare), silenceMs))
}

export const bareBytes = ({ lines, body = '' }: Bare): Buffer =>
  lines.length === 0
    ? Buffer.alloc(0)
    : Buffer.from(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`, 'latin1')

const exchanged = (host: string, port: number, sent: Buffer, silenceMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host, port }, () => socket.write(sent))
    socket.setTimeout(silenceMs, () => socket.destroy(new Error(`nothing came back in ${silenceMs} ms`)))
    let length = 0
    socket.on('data', (chunk) => {
      length += chunk.length
      if (length > answerBytesMax) socket.destroy(new Error(`more than ${answerBytesMax} bytes came back`))
      else chunks.push(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })

/** RFC 9112 section 2.1; a body in chunks is left as it came. Nothing at all: status 0. */
const answerIn = (text: string): Answer => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const body = rest.join('\r\n\r\n')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
  return { status, headers: Object.fromEntries(headers), body: undefined, text: body }
}
