import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { piecesOf } from '../runtime/http/index.ts'
import { type Authenticate, organisationHeader, type Principal, ProblemError, problem } from '../runtime/index.ts'
import { readSecurity } from './envelope.ts'
import { identify } from './security.ts'

/** As much as is read of a message before it is known who sends it. */
const securityBytesMax = 65_536

export interface MessageOptions {
  readonly authenticate: Authenticate
  readonly bodyBytesMax: number
}

/**
 * A message as it came, once it is known who sends it: by the headers of HTTP, or by the Security header, which has to stand in its
 * first 64 KB; the rest is not read before. Rejects with a ProblemError (`unauthenticated`, `unavailable`, `too-large`, `cancelled`).
 */
export const readMessage = async (
  request: FastifyRequest,
  body: Readable,
  { authenticate: anybody, bodyBytesMax }: MessageOptions,
): Promise<Buffer> => {
  const authenticate = inOrganisation(anybody, request.headers[organisationHeader])
  const pieces: Buffer[] = []
  let bytes = 0
  // What is not read any more is left where it is: the answer goes out on the same connection.
  for await (const piece of piecesOf(body.iterator({ destroyOnReturn: false }))) {
    pieces.push(piece)
    bytes += piece.length
    if (!request.principal && bytes >= securityBytesMax) {
      request.principal = await senderOf(pieces, authenticate)
      request.holdBody?.(request.principal)
    }
    if (bytes > bodyBytesMax)
      throw new ProblemError(problem('too-large', { detail: `Bodies have at most ${bodyBytesMax} bytes here.` }))
  }
  request.principal ??= await senderOf(pieces, authenticate)
  return Buffer.concat(pieces)
}

/** For which organisation a message is says a header of HTTP, also where its envelope says who sends it. */
const inOrganisation =
  (authenticate: Authenticate, given: string | readonly string[] | undefined): Authenticate =>
  (credential) =>
    authenticate(
      credential && given !== undefined
        ? { ...credential, organisation: typeof given === 'string' ? given : given.join(', ') }
        : credential,
    )

const senderOf = async (pieces: readonly Buffer[], authenticate: Authenticate): Promise<Principal> => {
  const message = Buffer.concat(pieces)
  const security = readSecurity(message.subarray(0, securityBytesMax))
  const principal = security ? await identify(security, authenticate) : await authenticate(null)
  if (principal) return principal
  throw new ProblemError(problem('unauthenticated', message.length < securityBytesMax ? {} : { detail: tooLate }))
}

/**
 * What carries parts beside its envelope (MTOM, SwA). It is refused and not read: bytes stand in their elements as base64, which is
 * what every value means whatever carries it.
 */
export const refuseAttachments = async (): Promise<never> => {
  throw new ProblemError(
    problem('unsupported-media-type', {
      detail:
        'Messages with attachments (MTOM, multipart/related) are not read here. Send the envelope alone, as text/xml or application/soap+xml, with bytes in base64 in their elements; clients do so with MTOM switched off.',
    }),
  )
}

const tooLate = `Sign-in is needed: by a header of HTTP, or by a Security header of the envelope that stands whole in its start, of which at most ${securityBytesMax} bytes are read before.`
