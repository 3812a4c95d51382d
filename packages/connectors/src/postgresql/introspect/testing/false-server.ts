import { createServer, type Socket } from 'node:net'

/** What a server that is not ours to configure says: an error on sign-in, an old version, or nothing at all. */
export type Answer = { readonly error: string } | { readonly version: number } | 'nothing'

/** Speaks as much of PostgreSQL's protocol (version 3) as an answer needs; gives `host:port` to `work`. */
export const withFalseServer = async <Result>(
  answer: Answer,
  work: (host: string) => Promise<Result>,
): Promise<Result> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => socket.write(replyTo(data, answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await work(`127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`)

const ready = message('Z', Buffer.from('I'))

/** A start-up message has no type: its first byte is the high byte of its length. */
const replyTo = (data: Buffer, answer: Answer): Buffer => {
  if (answer === 'nothing') return Buffer.alloc(0)
  const isStart = data[0] === 0
  if (isStart && 'error' in answer)
    return message('E', Buffer.concat([text('SFATAL'), text(`C${answer.error}`), text('Mrefused'), Buffer.from('\0')]))
  if (isStart) return Buffer.concat([message('R', int32(0)), ready])
  if (!('version' in answer)) return Buffer.alloc(0)
  const isVersion = data.includes('server_version_num')
  return Buffer.concat([isVersion ? rowOf([String(answer.version), 'old']) : message('C', text('BEGIN')), ready])
}

const rowOf = (values: readonly string[]): Buffer => {
  const count = Buffer.alloc(2)
  count.writeInt16BE(values.length)
  const column = Buffer.concat([
    text('c'),
    int32(0),
    Buffer.from([0, 0]),
    int32(25),
    Buffer.from([0, 0]),
    int32(-1),
    Buffer.from([0, 0]),
  ])
  const cells = values.map((value) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]))
  return Buffer.concat([
    message('T', Buffer.concat([count, ...values.map(() => column)])),
    message('D', Buffer.concat([count, ...cells])),
    message('C', text('SELECT 1')),
  ])
}
