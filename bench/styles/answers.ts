import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import protobuf from 'protobufjs'

/** Rows by value, whatever brought them: scalars as text, pages as lists, members in order of name. */
export type Plain = string | readonly Plain[] | { readonly [name: string]: Plain }

/** Rows of a JSON answer: pages and connections become lists, `rowId` is an id; moments in one spelling. */
export const plainJson = (value: unknown): Plain => {
  if (Array.isArray(value)) return value.map(plainJson)
  if (value === null || typeof value !== 'object') return String(value).replace(/(?:\.0+)?\+00:00$/, 'Z')
  // What is neither a list nor a scalar of JSON is an object.
  const of = value as Record<string, unknown>
  const list = of.nodes ?? of.items
  if (Array.isArray(list)) return plainJson(list)
  const members = Object.entries(of).map(([name, each]) => [name === 'rowId' ? 'id' : name, plainJson(each)] as const)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The value at a path of members in JSON text. */
export const jsonAt = (text: string, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], JSON.parse(text))

const fields = ['id', 'name', 'email', 'region', 'visits', 'credit', 'isActive', 'joinedAt']
const element = new RegExp(`<(?:\\w+:)?(${fields.join('|')})>([^<]*)<`, 'g')

/** Customers in a SOAP answer, by their elements. */
export const customersInXml = (text: string): readonly Plain[] => {
  const found = [...text.matchAll(element)].map(([, name = '', value = '']) => [name, unescaped(value)] as const)
  return Array.from({ length: Math.ceil(found.length / fields.length) }, (_, at) =>
    plainJson(Object.fromEntries(found.slice(at * fields.length, (at + 1) * fields.length))),
  )
}

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

const proto = protobuf.loadSync(join(dirname(fileURLToPath(import.meta.url)), 'grpc-peer', 'store.proto'))

/** A request of the contract as bytes. */
export const requestBytes = (message: string, value: object): Buffer => {
  const type = proto.lookupType(`store.v1.${message}`)
  return Buffer.from(type.encode(type.create(value)).finish())
}

/** Customers in an answer of gRPC: fields that the peer's contract does not have are passed over. */
export const customersInBytes = (message: string, bytes: Buffer): readonly Plain[] => {
  const type = proto.lookupType(`store.v1.${message}`)
  const { customer, customers } = type.toObject(type.decode(bytes), { longs: Number })
  return ((customers ?? [customer]) as readonly Record<string, unknown>[]).map((row) =>
    plainJson({ ...row, joinedAt: momentOf(row.joinedAt as { readonly seconds?: number }) }),
  )
}

const momentOf = ({ seconds = 0 }: { readonly seconds?: number }): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
