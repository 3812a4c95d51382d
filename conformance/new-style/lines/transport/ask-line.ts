import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends a line to `tcp://host:port`, and gives the one that comes back. Rejects when none does in time. */
export const askLine = async (url: string, line: string, timeoutMs: number): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    socket.write(`${line}\n`)
    let answer = ''
    while (!answer.includes('\n')) answer += (await once(socket, 'data', { signal }))[0]
    return answer.trimEnd()
  } finally {
    socket.destroy()
  }
}
