import { connect } from 'node:net'

/** Writes bytes to a socket as they are and reads until the other side closes, or `until` is seen. */
export const raw = (port: number, bytes: string | Buffer, until?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (until !== undefined && text.includes(until)) socket.destroy()
    })
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)))
    socket.on('close', () => resolve(text))
  })
