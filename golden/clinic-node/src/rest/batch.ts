import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { addressOf, contextOf, problemDocument, sendThrown, statusOf } from '../runtime/http/index.ts'
import {
  type Call,
  countedRefusal,
  type Directory,
  entryOf,
  errorPointer,
  InputErrors,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Principal,
  type Problem,
  ProblemError,
  problem,
  readSearch,
  type ServiceBackend,
} from '../runtime/index.ts'
import { bodyFrom, invalid, selectionFrom } from './asked.ts'
import { sendOutcome } from './respond.ts'

/**
 * `POST /batch` with `{ "atomic": false, "calls": [{ "operation": "Patient.read", "key": …, "value": …, "select": … }] }`
 * answers `{ "results": [{ "status": 200, "value": … } or { "status": 404, "problem": … }] }`, in the same order. With an
 * `Idempotency-Key` each call that has none of its own has the key `<key>:<place>`, so that a batch can be sent again.
 */
export const batchHandler =
  (options: ServiceBackend, directory: Directory): RouteHandlerMethod =>
  async (request, reply) => {
    try {
      const { principal } = request
      if (!principal) throw new ProblemError(problem('unauthenticated'))
      const { isAtomic, items } = readBatch(request, directory, options.model.limits.batchMax)
      const calls = items.map((item, at) => callOf(options, directory, { item, at }, principal, request, reply))
      const outcomes = await run(options, calls, isAtomic)
      const results = outcomes.map((outcome) => resultOf(outcome, request.id))
      return sendOutcome(request, reply, { kind: 'value', value: { results } }, { status: 200 })
    } catch (error) {
      const from = { style: 'rest', address: addressOf(request) }
      return sendThrown(request, reply, countedRefusal(options.refusals, from, error), options.onBug)
    }
  }

interface Batch {
  readonly isAtomic: boolean
  readonly items: readonly JsonObject[]
}

const readBatch = (request: FastifyRequest, directory: Directory, batchMax: number): Batch => {
  const { value, unreadable } = bodyFrom(request, selectionFrom(directory, null, 'none', request).unreadable)
  if (unreadable) throw new ProblemError(unreadable)
  const errors = new InputErrors()
  const batch = isObject(value) ? value : {}
  noteUnknown(batch, ['atomic', 'calls'], '', errors)
  const { calls, atomic = false } = batch
  if (typeof atomic !== 'boolean') errors.push({ path: '/atomic', code: 'wrong-type', message: 'Give true or false.' })
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > batchMax || !calls.every(isObject))
    errors.push({ path: '/calls', code: 'wrong-type', message: `Give a list of 1 to ${batchMax} calls.` })
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
  return { isAtomic: atomic === true, items: calls as unknown as readonly JsonObject[] }
}

const noteUnknown = (json: JsonObject, known: readonly string[], path: string, errors: InputErrors): void => {
  for (const name of Object.keys(json))
    if (!known.includes(name))
      errors.push({
        path: path + errorPointer(name),
        code: 'unknown',
        message: `Only ${known.join(', ')} are read here.`,
      })
}

const callOf = (
  options: ServiceBackend,
  directory: Directory,
  { item, at }: { readonly item: JsonObject; readonly at: number },
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
): Call => {
  const errors = new InputErrors()
  noteUnknown(item, ['operation', 'key', 'value', 'select', 'ifMatch', 'idempotencyKey'], '', errors)
  const { operation, key, value, select, ifMatch, idempotencyKey } = item
  if (typeof operation !== 'string') note(errors, '/operation', 'Give the name of an operation, like Patient.read.')
  if (options.model.routes?.some((route) => route.name === operation))
    note(errors, '/operation', 'This is a route with an address of its own, which batches do not carry.')
  if (key !== undefined && !isObject(key)) note(errors, '/key', 'Give an object of the key fields.')
  if (ifMatch !== undefined && typeof ifMatch !== 'string') note(errors, '/ifMatch', 'Give an entity tag.')
  if (idempotencyKey !== undefined && !isKey(idempotencyKey))
    note(errors, '/idempotencyKey', 'Give 1 to 255 visible ASCII characters without spaces.')
  const name = String(operation)
  const selection =
    select === undefined
      ? undefined
      : readSearch(directory, resultEntry(options, directory, name), select, '/select', errors)
  const context = contextOf(request, reply, {
    style: 'rest',
    timeoutMs: options.model.limits.requestTimeoutMs,
    unreadable: invalid(errors),
  })
  return {
    operation: name,
    input: { ...(isObject(key) ? { key } : {}), ...(value === undefined ? {} : { value }) },
    ...(selection ? { select: selection } : {}),
    principal,
    context: {
      origin: context.origin,
      ...pick(context, ['deadlineMs', 'trace', 'unreadable']),
      ...(typeof ifMatch === 'string' ? { ifMatch: [ifMatch.replace(/^"(.*)"$/, '$1')] } : {}),
      ...keyOf(idempotencyKey, context.idempotencyKey, at),
    },
  }
}

const pick = (context: Call['context'], names: readonly ('deadlineMs' | 'trace' | 'unreadable')[]) =>
  Object.fromEntries(names.flatMap((name) => (context[name] === undefined ? [] : [[name, context[name]]])))

/** A call's own key; else that of the whole batch with the call's place, counted from one. */
const keyOf = (
  own: Json | undefined,
  whole: string | undefined,
  at: number,
): Pick<Call['context'], 'idempotencyKey'> => {
  if (isKey(own)) return { idempotencyKey: own }
  return whole === undefined ? {} : { idempotencyKey: `${whole}:${at + 1}` }
}

const isKey = (json: Json | undefined): json is string => typeof json === 'string' && /^[\x21-\x7e]{1,255}$/.test(json)

const note = (errors: InputErrors, path: string, message: string): void => {
  errors.push({ path, code: 'wrong-type', message })
}

const resultEntry = ({ model }: ServiceBackend, directory: Directory, operation: string) => {
  const custom = model.operations.find(({ name }) => name === operation)
  if (custom) return custom.result && 'entity' in custom.result ? entryOf(directory, custom.result.entity) : null
  return directory.get(operation.slice(0, operation.lastIndexOf('.'))) ?? null
}

const run = async (
  { execute, executeBatch }: ServiceBackend,
  calls: readonly Call[],
  isAtomic: boolean,
): Promise<readonly Outcome[]> => {
  if (executeBatch) return executeBatch(calls, { atomic: isAtomic })
  if (isAtomic)
    throw new ProblemError(
      problem('not-implemented', {
        detail: 'Batches that all take effect or none are not offered: send "atomic": false.',
      }),
    )
  const outcomes: Outcome[] = []
  for (const call of calls) outcomes.push(await execute(call))
  return outcomes
}

const resultOf = (outcome: Outcome, requestId: string): JsonObject => {
  switch (outcome.kind) {
    case 'value':
      return {
        status: 200,
        value: outcome.value,
        ...(outcome.version === undefined ? {} : { etag: `"${outcome.version}"` }),
        ...(outcome.isReplayed ? { isReplayed: true } : {}),
      }
    case 'problem':
      return refused(outcome.problem, requestId)
    case 'stream':
      return refused(problem('not-implemented', { detail: 'REST does not carry streams.' }), requestId)
  }
}

const refused = (of: Problem, requestId: string): JsonObject => ({
  status: statusOf[of.code],
  // Plain data but for its interfaces, which TypeScript does not take for index signatures.
  problem: problemDocument(of, requestId) as unknown as JsonObject,
})
