import type { ServerResponse } from 'node:http'
import protobuf from 'protobufjs/minimal.js'
import type { Encoding } from './read-push.ts'

const types = { protobuf: 'application/x-protobuf', json: 'application/json' } as const

/** Answers that a push was taken, and how much of it was not (OTLP over HTTP, "Partial Success"). */
export const answerTaken = (
  response: ServerResponse,
  { encoding, counted, rejected }: { readonly encoding: Encoding; readonly counted: string; readonly rejected: number },
): void => {
  const partial = { [counted]: String(rejected), errorMessage: sentence }
  send(response, 200, encoding, rejected === 0 ? {} : { partialSuccess: partial }, (writer) => {
    if (rejected > 0) writer.uint32(10).fork().uint32(8).int64(rejected).uint32(18).string(sentence).ldelim()
  })
}

const sentence = 'From another time, no delta, or no numbers that can be.'

/** Refuses a push, with a google.rpc.Status (OTLP over HTTP, "Failures"). */
export const refusePush = (response: ServerResponse, status: number, encoding: Encoding, message: string): void =>
  send(response, status, encoding, { message }, (writer) => void writer.uint32(18).string(message))

const send = (
  response: ServerResponse,
  status: number,
  encoding: Encoding,
  json: object,
  write: (writer: protobuf.Writer) => void,
): void => {
  const writer = protobuf.Writer.create()
  write(writer)
  const body = encoding === 'json' ? Buffer.from(JSON.stringify(json)) : Buffer.from(writer.finish())
  response.writeHead(status, { 'content-type': types[encoding], 'content-length': body.length }).end(body)
}
