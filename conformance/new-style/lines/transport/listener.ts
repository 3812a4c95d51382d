import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type ListenAt, portTaken } from '@charter/runtime/service'

/** Answers one line with another. */
export type Answer = (line: string) => Promise<string>

/** A server of lines, which its style joins before it listens. */
export interface LinesListener {
  answer: Answer
  listen(at: ListenAt): Promise<string>
  close(): Promise<void>
}

/** Of the options of a listener it needs none. */
export const linesListener = (_options: object): LinesListener => {
  const open = new Set<Socket>()
  const listener: LinesListener = {
    answer: async () => '{"problem":"not-implemented"}',
    listen: async ({ host, port, handed: [file] = [] }) => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(file === undefined ? { host, port } : { fd: file }, resolve)
      }).catch(portTaken('LINES_PORT', port))
      const address = server.address()
      return `tcp://${host}:${typeof address === 'object' ? address?.port : port}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    createInterface(socket).on('line', (line) => void listener.answer(line).then((text) => socket.write(`${text}\n`)))
  })
  return listener
}
