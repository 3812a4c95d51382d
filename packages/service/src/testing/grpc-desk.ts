import { createHash, randomBytes } from 'node:crypto'
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ServiceError, status } from '@grpc/grpc-js'
import type { ClinicOptions } from './clinic.ts'
import type { DatabaseName } from './databases.ts'
import { type AskedAs, type DocumentClient, documentClient, type ReadMessage, type Sent } from './document-client.ts'
import { type DocumentDesk, documentDesk, openDocumentDesk } from './document-desk.ts'

export const pieceBytes = 65_536
export const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5 * 1_048_576)])
export const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

export type AskedOf = AskedAs & { readonly method?: string }

/** The document desk with files of up to 8 MiB, and somebody who asks it over gRPC: of the file `raw`, unless a method is named. */
export interface GrpcDesk {
  readonly desk: DocumentDesk
  readonly client: DocumentClient
  /** Of a new row. */
  newKey(): Promise<{ readonly id: string }>
  /** Sends messages and ends. Rejects with the ServiceError. */
  send(messages: readonly object[], options?: AskedOf): Promise<Sent>
  sendFile(key: object, bytes: Buffer, options?: AskedOf & { readonly begin?: object }): Promise<Sent>
  /** All that a read tells. Rejects with the ServiceError. */
  read(request: object, options?: AskedOf): Promise<ReadFile>
  /** Everything that lies in the folder of files. */
  stored(): readonly Dirent[]
  close(): Promise<void>
}

export interface ReadFile {
  readonly file: ReadMessage['file']
  readonly data: Buffer
  /** Bytes of the longest message. */
  readonly longest: number
}

export const openGrpcDesk = async (database: DatabaseName, options: ClinicOptions = {}): Promise<GrpcDesk> => {
  const text = documentDesk(database).replaceAll('max: 4 MiB', 'max: 8 MiB')
  const desk = await openDocumentDesk(database, { text, ...options })
  const client = documentClient(desk.opened, desk.served.urls.grpc ?? '')
  const send: GrpcDesk['send'] = (messages, { method = 'SendDocumentRaw', ...asked } = {}) =>
    new Promise((resolve, reject) => {
      const call = client.send(method, (error, answer) => (answer ? resolve(answer) : reject(error)), asked)
      for (const message of messages) call.write(message)
      call.end()
    })
  return {
    desk,
    client,
    newKey: async () => ({ id: (await desk.row()).split('/').at(-1) ?? '' }),
    send,
    sendFile: (key, bytes, { begin = {}, ...asked } = {}) =>
      send([{ begin: { key, size: bytes.length, ...begin } }, ...piecesOf(bytes)], asked),
    read: async (request, { method = 'ReadDocumentRaw', ...asked } = {}) => {
      const messages: ReadMessage[] = []
      for await (const message of client.read(method, request, asked)) messages.push(message as ReadMessage)
      const data = messages.slice(1).map((message) => message.data ?? Buffer.alloc(0))
      const longest = Math.max(0, ...data.map(({ length }) => length))
      return { file: messages[0]?.file, data: Buffer.concat(data), longest }
    },
    stored: () =>
      readdirSync(join(desk.opened.folder, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      ),
    close: async () => {
      client.close()
      await desk.close()
    },
  }
}

/** Messages that hold bytes. */
export const piecesOf = (bytes: Buffer): readonly object[] =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) => ({
    data: bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  }))

/** The name of the status that something ends with. */
export const codeOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = (await asked.then(
    () => ({ code: status.OK }),
    (thrown: unknown) => thrown,
  )) as ServiceError
  return status[error.code] ?? String(error)
}
