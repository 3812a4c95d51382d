import type { Call, JsonObject } from '@charter/runtime'
import type { GrpcSurface, MessagePlan, MethodPlan } from '../transport/surface.ts'
import { type SurfaceIndex, saidMessage, sayingOf, Unsayable } from './said.ts'
import { selectionMembers } from './selection.ts'

/** What a Call is over gRPC: a method, and the JSON of its request. */
export interface GrpcRequest {
  readonly path: string
  readonly method: MethodPlan
  readonly value: JsonObject
}

/** How Calls become requests of a surface. A sentence says why gRPC cannot carry one. */
export const requester = (surface: GrpcSurface): ((call: Call) => GrpcRequest | string) => {
  const saying = sayingOf(surface)
  const methods = new Map(
    surface.services.flatMap(({ name, methods: all }) =>
      all
        // Bytes of files are no Call.
        .filter(({ kind, field }) => kind !== 'stream' && field === undefined)
        .map((method) => [method.operation, { method, path: `/${surface.package}.${name}/${method.name}` }] as const),
    ),
  )
  return (call) => {
    const found = methods.get(call.operation)
    if (!found) return `gRPC offers no method for ${call.operation}.`
    try {
      refuseMetadata(call)
      return { ...found, value: requestValue(saying, found.method, call) }
    } catch (error) {
      if (error instanceof Unsayable) return error.message
      throw error
    }
  }
}

const requestValue = (saying: SurfaceIndex, method: MethodPlan, { input, select }: Call): JsonObject => {
  const request = saying.messages.get(method.request)
  const row = method.row === undefined ? undefined : saying.messages.get(method.row)
  const members = {
    ...(input.key && { key: input.key }),
    ...(select && selectionMembers(saying, row, select)),
  }
  // What is asked has no nulls; what is written names them beside it.
  const said = saidMessage(saying, method.request, members, { path: '', nulls: null }) as JsonObject
  return { ...said, ...bodyOf(saying, request, method, input.value) }
}

const bodyOf = (
  saying: SurfaceIndex,
  request: MessagePlan | undefined,
  method: MethodPlan,
  value: Call['input']['value'],
): JsonObject => {
  const type = request?.fields.find(({ member }) => member === 'value')?.type
  if (type?.kind !== 'message') {
    if (value === undefined || isEmpty(value)) return {}
    throw new Unsayable(`gRPC cannot carry a body for ${method.operation}: its request has none.`)
  }
  if (value === undefined) return {}
  const nulls: string[] = []
  const body = saidMessage(saying, type.of, value, { path: '', nulls })
  return { value: body, ...(nulls.length > 0 && { nulls }) }
}

const isEmpty = (value: Call['input']['value']): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Metadata is printable ASCII (grpc/doc/PROTOCOL-HTTP2.md), and blanks at its ends are lost. */
const refuseMetadata = ({ context }: Call): void => {
  const texts = { 'if-match': context.ifMatch?.join(), 'idempotency-key': context.idempotencyKey }
  for (const [name, text] of Object.entries(texts))
    if (text !== undefined && !/^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/.test(text))
      throw new Unsayable(`gRPC cannot carry this ${name}: metadata is printable ASCII.`)
}
