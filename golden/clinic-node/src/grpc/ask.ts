import {
  type CallInput,
  errorsMax,
  type InputError,
  InputErrors,
  type JsonObject,
  type Problem,
  problem,
  type Selection,
} from '../runtime/index.ts'
import type { Decode } from './decode.ts'
import { type Directory, messageNamed } from './directory.ts'
import { aggregateOf, selectionOf } from './selection.ts'
import type { MessagePlan, MethodPlan } from './surface.ts'
import { WireError } from './wire-reader.ts'
import { writtenValue } from './written.ts'

/** What a request asks, before who asks is looked at. `unreadable`: what could not be read of it. */
export interface Asked {
  readonly input: CallInput
  readonly select?: Selection | undefined
  /** Entity tag in the message (AIP-154). */
  readonly etag?: string | undefined
  readonly unreadable?: Problem | undefined
}

/** Reads requests of a method. */
export const asker = (directory: Directory, decode: Decode, method: MethodPlan): ((bytes: Buffer) => Asked) => {
  const request = messageNamed(directory, method.request)
  const row = method.row === undefined ? undefined : messageNamed(directory, method.row)
  const value = messageIn(directory, request, 'value')
  const needsKey = request.fields.some(({ member }) => member === 'key')
  return (bytes) => {
    try {
      const decoded = decode(method.request, bytes)
      const given = decoded.value as JsonObject
      const errors = new InputErrors()
      const written = value ? writtenValue(directory, value, withInput(method, given), errors) : emptyInput(method)
      const selected = row && selectionOf(directory, row, given, errors)
      const select =
        method.kind === 'aggregate' ? { ...selected, aggregate: aggregateOf(given) ?? {} } : (selected ?? pageOf(given))
      const wrong = [...[...decoded.errors].filter(isNotNulled(given, decoded.errors)).map(belowValue), ...errors]
      return {
        input: {
          ...(needsKey && { key: (given.key ?? {}) as JsonObject }),
          ...(written !== undefined && { value: written }),
        },
        select,
        ...(typeof given.etag === 'string' && { etag: given.etag }),
        ...(wrong.length > 0 && { unreadable: problem('invalid-input', { errors: wrong }) }),
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      return { input: {}, unreadable: problem('malformed', { detail: error.message }) }
    }
  }
}

const messageIn = (directory: Directory, request: MessagePlan, member: string): MessagePlan | undefined => {
  const type = request.fields.find((field) => field.member === member)?.type
  return type?.kind === 'message' ? messageNamed(directory, type.of) : undefined
}

/** An operation's input is an object, also where nothing of it was given. */
const withInput = ({ kind }: MethodPlan, given: JsonObject): JsonObject =>
  kind === 'operation' ? { ...given, value: given.value ?? {} } : given

const emptyInput = ({ kind }: MethodPlan) => (kind === 'operation' ? {} : undefined)

/** An audit trail is paged, and has no more to select; what has no pages has no such fields. */
const pageOf = ({ limit, after }: JsonObject): Selection | undefined => {
  const page = { ...(typeof limit === 'number' && { limit }), ...(typeof after === 'string' && { after }) }
  return Object.keys(page).length > 0 ? page : undefined
}

/**
 * Where a pointer says null, what stands there in its place does not matter. Where more was wrong than is kept, all of it does: what
 * was not kept may stand elsewhere.
 */
const isNotNulled =
  ({ nulls = [] }: JsonObject, found: InputErrors) =>
  ({ path }: InputError): boolean =>
    found.length > errorsMax || !(nulls as readonly string[]).some((pointer) => path === `/value${pointer}`)

/** Errors of a body have paths into it, as those that the service finds do. */
const belowValue = (error: InputError): InputError =>
  error.path.startsWith('/value/') ? { ...error, path: error.path.slice('/value'.length) } : error
