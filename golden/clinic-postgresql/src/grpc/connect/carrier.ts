import type { FastifyRequest } from 'fastify'

/** How a call comes over HTTP: as Connect has it (connectrpc.com/docs/protocol), alone or in envelopes, or as gRPC-Web (PROTOCOL-WEB.md of gRPC). */
export interface Carrier {
  /** `unary`: the body is the message, and HTTP's status tells how it went. `streaming`, `grpc-web`: the last envelope tells. */
  readonly protocol: 'unary' | 'streaming' | 'grpc-web'
  /** Messages are protobuf's JSON; else its bytes. */
  readonly isJson: boolean
  readonly mediaType: string
}

const carriers: readonly Carrier[] = [
  { protocol: 'unary', isJson: true, mediaType: 'application/json' },
  { protocol: 'unary', isJson: false, mediaType: 'application/proto' },
  { protocol: 'streaming', isJson: true, mediaType: 'application/connect+json' },
  { protocol: 'streaming', isJson: false, mediaType: 'application/connect+proto' },
  { protocol: 'grpc-web', isJson: false, mediaType: 'application/grpc-web+proto' },
  { protocol: 'grpc-web', isJson: false, mediaType: 'application/grpc-web' },
]

export const mediaTypes = carriers.map(({ mediaType }) => mediaType)

/** Those that carry a method: of Connect's, one answer comes alone and a stream in envelopes. */
export const mediaTypesOf = ({ isStream }: { readonly isStream?: boolean }): readonly string[] =>
  carriers.filter(({ protocol }) => protocol !== (isStream ? 'unary' : 'streaming')).map(({ mediaType }) => mediaType)

/** Undefined where none is meant. */
export const carrierOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Carrier | undefined => {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return carriers.find(({ mediaType }) => mediaType === type)
}
