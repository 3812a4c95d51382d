import { Buffer } from 'node:buffer'
import { type CarriedAnswer, isJsonType } from '../call/carried-answer.ts'
import type { RouteModel } from '../call/model.ts'
import { type AnswerRoom, jsonLength, takeRoom } from '../limits/answer-length.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { RouteAnswer } from './route-body.ts'
import { maySay, whichHeaders } from './route-headers.ts'

/**
 * Reads what the code of a route gave. `asked`: the media type that the client takes first. An answer that cannot be is a mistake of the
 * code, and thrown as a bug; one that is too long is a ProblemError (`too-large`).
 */
export const readAnswer = (
  { name, route }: RouteModel,
  given: unknown,
  asked: string | undefined,
  room: AnswerRoom,
): JsonObject => {
  const wrong = (why: string): Error => new Error(`the route ${name} answers ${why}`)
  if (typeof given !== 'object' || given === null) throw wrong('with no object')
  const { type = asked ?? route.answers[0] ?? '', headers = {}, body, ...said } = given as RouteAnswer
  const text = body === undefined || body === null ? null : bodyText(type, body)
  if (text === undefined) throw wrong(`${type} with what is neither text nor bytes`)
  const { status = text === null ? 204 : 200 } = said
  if (!isStatus(status))
    throw wrong(`with the status ${status}: failures are problems, by \`fail\`, \`refuse\` or a ProblemError`)
  if (bodiless.has(status) && text !== null) throw wrong(`a body with the status ${status}`)
  if (!route.answers.includes(type)) throw wrong(`${type}, which the charter does not name`)
  const told = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value] as const)
  for (const [header, value] of told) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(header) || !/^[\x20-\x7e]{0,4096}$/.test(String(value)))
      throw wrong(`with the header ${JSON.stringify(header)}, which cannot be sent`)
    if (!maySay(header, route.isOpen)) throw wrong(`with the header ${header}: ${whichHeaders}`)
  }
  if (redirects.has(status) && !told.some(([header]) => header === 'location'))
    throw wrong(`${status} without \`location\``)
  const carried: CarriedAnswer = {
    status,
    type,
    headers: Object.fromEntries(told),
    text: text?.text ?? null,
    isBase64: text?.isBase64 ?? false,
  }
  takeRoom(room, jsonLength(carried as unknown as Json))
  return carried as unknown as JsonObject
}

/** Undefined where a body cannot be of the type. */
const bodyText = (type: string, body: unknown): { readonly text: string; readonly isBase64: boolean } | undefined => {
  if (body instanceof Uint8Array) return { text: Buffer.from(body).toString('base64'), isBase64: true }
  if (isJsonType(type)) {
    const text = JSON.stringify(body) as string | undefined
    return text === undefined ? undefined : { text, isBase64: false }
  }
  return typeof body === 'string' ? { text: body, isBase64: false } : undefined
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** RFC 9110 sections 15.3.5 and 15.3.6. */
const bodiless: ReadonlySet<number> = new Set([204, 205])

/** 206 is an answer to a range, which nobody is asked for here. */
const isStatus = (status: number): boolean =>
  Number.isInteger(status) && ((status >= 200 && status <= 299 && status !== 206) || redirects.has(status))
