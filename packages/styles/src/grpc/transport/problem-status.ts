import {
  type InputError,
  type Json,
  type JsonObject,
  type Problem,
  type ProblemCode,
  problem,
  problemCodes,
  sortErrors,
  type Why,
} from '@charter/runtime'
import { decoderOf } from './decode.ts'
import { encoderOf } from './encode.ts'
import { rpcMessages } from './rpc-messages.ts'
import { codeOfStatus, statusOf } from './status.ts'

/**
 * A problem as google.rpc.Status (AIP-193): `ErrorInfo` with the code as reason and the charter as domain, `BadRequest` with
 * every field error, `RetryInfo`. What those have no place for is in the metadata of `ErrorInfo`.
 */
export interface StatusOptions {
  readonly domain: string
  /** The proto path of a JSON Pointer into the request. */
  readonly fieldOf: (pointer: string) => string
}

/** Trailers over 8 KiB are refused by common clients; base64 adds a third. */
const detailBytesMax = 5000

const encode = encoderOf(rpcMessages)
const decode = decoderOf(rpcMessages, { answers: false })

/** The bytes of `grpc-status-details-bin`. Errors that are too many are left out at the end, and counted. */
export const statusBytes = (of: Problem, options: StatusOptions): Buffer => encode('Status', statusJson(of, options))

/** The same as the JSON of the message. */
export const statusJson = (of: Problem, options: StatusOptions): JsonObject => {
  const errors = sortErrors(of.errors ?? [])
  const shown = errors.slice(0, shownCount(errors))
  const metadata: readonly (readonly [string, string | undefined])[] = [
    ['reason', of.reason],
    ['why', of.why && JSON.stringify(of.why)],
    ['scopes', of.scopes?.join(' ')],
    ['paths', of.errors && JSON.stringify(shown.map(({ path }) => path))],
    ['errorsLeftOut', shown.length < errors.length ? String(errors.length - shown.length) : undefined],
    ['isUndecided', of.isUndecided && 'true'],
  ]
  const info = {
    reason: upper(of.code),
    domain: options.domain,
    metadata: metadata.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
  }
  const violations = shown.map(({ path, code, message }) => ({
    field: options.fieldOf(path),
    description: message,
    reason: upper(code),
  }))
  return {
    code: statusOf[of.code],
    message: of.detail,
    details: [
      detail('ErrorInfo', info),
      ...(of.errors ? [detail('BadRequest', { violations })] : []),
      ...(of.retryAfterSeconds === undefined
        ? []
        : [detail('RetryInfo', { retryDelay: { seconds: of.retryAfterSeconds } })]),
    ],
  }
}

const shownCount = (errors: readonly InputError[]): number => {
  let bytes = 0
  const past = errors.findIndex(({ path, message }) => {
    bytes += Buffer.byteLength(path) * 2 + Buffer.byteLength(message) + 40
    return bytes > detailBytesMax
  })
  return past === -1 ? errors.length : past
}

const prefix = 'type.googleapis.com/google.rpc.'

const detail = (name: string, value: JsonObject): JsonObject => ({
  typeUrl: prefix + name,
  value: encode(name, value).toString('base64'),
})

/** AIP-193 has reasons in UPPER_SNAKE_CASE. */
const upper = (code: string): string => code.replaceAll('-', '_').toUpperCase()
const lower = (reason: Json | undefined): string => String(reason).replaceAll('_', '-').toLowerCase()

/** The problem that a status stands for; without details it was not the service that gave it, and its words are not ours. */
export const problemOfStatus = (status: number, bytes: Buffer | undefined): Problem => {
  if (bytes === undefined) return problem(codeOfStatus(status))
  try {
    return problemOfJson(decode('Status', bytes).value as JsonObject)
  } catch (cause) {
    return problem(codeOfStatus(status), { cause })
  }
}

const problemOfJson = (of: JsonObject): Problem => {
  const details = new Map(
    (of.details as readonly JsonObject[]).map(({ typeUrl, value }) => {
      const name = String(typeUrl).slice(prefix.length)
      const isKnown = rpcMessages.messages.some((message) => message.name === name)
      return [name, isKnown ? (decode(name, Buffer.from(String(value ?? ''), 'base64')).value as JsonObject) : {}]
    }),
  )
  const info = details.get('ErrorInfo')
  const code = lower(info?.reason)
  const metadata = new Map(
    ((info?.metadata ?? []) as readonly JsonObject[]).map(({ key, value }) => [key, String(value ?? '')]),
  )
  const why = metadata.get('why')
  const scopes = metadata.get('scopes')
  const reason = metadata.get('reason')
  const retry = details.get('RetryInfo')?.retryDelay as JsonObject | undefined
  const violations = details.get('BadRequest')?.violations as readonly JsonObject[] | undefined
  return {
    code: isCode(code) ? code : codeOfStatus(Number(of.code)),
    detail: String(of.message ?? ''),
    ...(violations && { errors: errorsOf(violations, metadata.get('paths')) }),
    ...(reason !== undefined && { reason }),
    // Written by `statusJson`.
    ...(why !== undefined && { why: JSON.parse(why) as Why }),
    ...(scopes !== undefined && { scopes: scopes.split(' ') }),
    ...(retry && { retryAfterSeconds: Number(retry.seconds ?? 0) }),
    ...(metadata.has('isUndecided') && { isUndecided: true as const }),
  }
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problemCodes, code)

const errorsOf = (violations: readonly JsonObject[], paths = '[]'): readonly InputError[] => {
  const pointers = JSON.parse(paths) as readonly string[]
  return violations.map(({ field, description, reason }, at) => ({
    path: pointers[at] ?? String(field ?? ''),
    code: lower(reason) as InputError['code'],
    message: String(description ?? ''),
  }))
}

/** Problems at paths of an answer that is there in part: `charter-problems-bin`. */
export const partialBytes = (
  problems: readonly { readonly path: string; readonly problem: Problem }[],
  options: StatusOptions,
): Buffer =>
  encode('Partial', { problems: problems.map(({ path, problem: of }) => ({ path, status: statusJson(of, options) })) })

/** The same back. */
export const partialProblems = (bytes: Buffer): readonly { readonly path: string; readonly problem: Problem }[] =>
  ((decode('Partial', bytes).value as JsonObject).problems as readonly JsonObject[]).map(({ path, status }) => ({
    path: String(path ?? ''),
    problem: problemOfJson(status as JsonObject),
  }))
