import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type Client,
  type ClientReadableStream,
  type ClientWritableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import type { Opened } from './clinic.ts'

export type FileCall = ClientWritableStream<object>
export type FileStream = ClientReadableStream<ReadMessage>

export interface ReadMessage {
  readonly file?: { readonly digest: string; readonly size: string; readonly kind: string; readonly name?: string }
  readonly data?: Buffer
}

export interface AskedAs {
  readonly as?: string
  readonly deadline?: number
}

/** What somebody has who was given the contract: the methods of grpc-js, by @grpc/proto-loader, as a person with a token. */
export interface DocumentClient {
  read(method: string, request: object, options?: AskedAs): FileStream
  send(method: string, reply: (error: ServiceError | null, answer?: Sent) => void, options?: AskedAs): FileCall
  call(method: string, request: object, options?: AskedAs): Promise<Sent>
  /** A message as it stands on the wire, in its envelope. */
  frame(method: string, message: object): Buffer
  close(): void
}

export interface Sent {
  readonly document: Readonly<Record<string, unknown>>
  readonly etag: string
}

export const documentClient = ({ derived }: Opened, url: string): DocumentClient => {
  const found = derived.styles.find(({ style }) => style.name === 'grpc')
  if (!found) throw new Error('gRPC is not served')
  const folder = mkdtempSync(join(tmpdir(), 'charter-proto-'))
  const files = Object.entries(found.style.contract(derived.charter, found.surface))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const paths = files.map(([path]) => join(folder, path))
  const loaded = loadPackageDefinition(loadSync(paths, { keepCase: true, longs: String, oneofs: true }))
  rmSync(folder, { recursive: true })
  // Of a package by the charter's name and version, each service is a client.
  const { DocumentService } = Object.values(Object.values(loaded)[0] as object)[0] as Record<
    string,
    ServiceClientConstructor
  >
  if (!DocumentService) throw new Error('the contract has no DocumentService')
  const client = new DocumentService(new URL(url).host, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  }) as Client & Record<string, (...of: unknown[]) => unknown>
  const ask = (method: string, of: readonly unknown[], { as = 'ann', deadline }: AskedAs, ...after: unknown[]) => {
    const metadata = new Metadata()
    if (as !== 'nobody') metadata.set('authorization', `Bearer ${as}`)
    return client[method]?.(...of, metadata, deadline === undefined ? {} : { deadline }, ...after)
  }
  return {
    read: (method, request, options = {}) => ask(method, [request], options) as FileStream,
    send: (method, reply, options = {}) => ask(method, [], options, reply) as FileCall,
    call: (method, request, options = {}) =>
      new Promise((resolve, reject) => {
        ask(method, [request], options, (error: ServiceError | null, answer: Sent) =>
          error ? reject(error) : resolve(answer),
        )
      }),
    frame: (method, message) => {
      const bytes = DocumentService.service[method]?.requestSerialize(message) ?? Buffer.alloc(0)
      const head = Buffer.alloc(5)
      head.writeUInt32BE(bytes.length, 1)
      return Buffer.concat([head, bytes])
    },
    close: () => client.close(),
  }
}
