import {
  type AnswerRoom,
  type Call,
  type CallContext,
  InputErrors,
  type JsonObject,
  type Outcome,
  type Principal,
  type Problem,
  problem,
  type ServiceBackend,
  type ValueOutcome,
} from '../runtime/index.ts'
import type { Cost } from './cost.ts'
import { type AnswerContext, type AnswerError, takeRest } from './shaping.ts'

/** A document being run for one request. */
export interface DocumentRun {
  readonly serving: ServiceBackend
  readonly principal: Principal | null
  readonly variables: JsonObject
  readonly context: CallContext
  /** More than one field at the root: an idempotency key of the request is then each field's own. */
  readonly isMany: boolean
  readonly errors: AnswerError[]
  /** What is left for the answer, which all fields at the root are written into. */
  readonly room: AnswerRoom
  /** What the answer says in headers, where it is of one field. */
  readonly notes: { version?: string; isReplayed?: boolean }
  /** Waits until the answer may be made: what was asked is done by then. */
  readonly answering?: () => Promise<void>
}

/** A field at the root: one call, one plan. */
export interface RootPlan {
  readonly key: string
  readonly cost: Cost
  /** The field's JSON text; `null` with what was wrong in `errors`. */
  run(running: DocumentRun): Promise<string>
}

/** What a field asks, filled in from the variables. */
export type CallBuilder = (
  variables: JsonObject,
  errors: InputErrors,
) => Pick<Call, 'operation' | 'input' | 'select'> & {
  readonly ifMatch?: readonly string[]
  readonly idempotencyKey?: string
}

/** How a value becomes the field's text; undefined where it may not be, which is noted. */
export type FieldWriter = (outcome: ValueOutcome, shaping: AnswerContext) => string | undefined

/** A root field that is one call. */
export interface OneCall {
  readonly key: string
  readonly cost: Cost
  readonly asking: CallBuilder
  readonly answering: FieldWriter
  /** The value that tells of an outcome which is no value, where the field has one; null where `errors` tell. */
  readonly telling?: (outcome: Exclude<Outcome, ValueOutcome>, shaping: AnswerContext) => string | null
}

/** The plan of a root field that is one call. */
export const rootPlan = ({ key, cost, asking, answering, telling }: OneCall): RootPlan => ({
  key,
  cost,
  run: async (running) => {
    const outcome = await ask(running, key, asking)
    if (running.answering) await running.answering()
    if (outcome.kind === 'value') return answered(running, key, outcome, answering)
    const told = telling?.(outcome, shapingOf(running, key)) ?? null
    if (told !== null) return told
    running.errors.push({ problem: outcome.kind === 'problem' ? outcome.problem : unsayable(outcome), path: [key] })
    return 'null'
  },
})

const unsayable = ({ kind }: Outcome): Problem =>
  problem('not-implemented', {
    detail:
      kind === 'stream' ? 'Streams are subscriptions here.' : 'The work was taken on, and this field cannot say so.',
  })

const answered = (running: DocumentRun, key: string, outcome: ValueOutcome, answering: FieldWriter): string => {
  if (outcome.version !== undefined) running.notes.version = outcome.version
  if (outcome.isReplayed) running.notes.isReplayed = true
  for (const part of outcome.problems ?? []) running.errors.push({ problem: part.problem, path: [key] })
  const { left } = running.room
  const text = answering(outcome, shapingOf(running, key)) ?? 'null'
  takeRest(running.room, left, text)
  return text
}

/** The making of a field's answer. */
export const shapingOf = ({ variables, errors, room }: DocumentRun, key: string): AnswerContext => ({
  variables,
  errors,
  room,
  path: [key],
})

/** The call of a field, run. */
export const ask = (running: DocumentRun, key: string, asking: CallBuilder): Promise<Outcome> => {
  const errors = new InputErrors()
  const { ifMatch, idempotencyKey, ...asked } = asking(running.variables, errors)
  const context = contextFor(running, key, errors, ifMatch, idempotencyKey)
  return running.serving.execute({ ...asked, principal: running.principal, context })
}

const contextFor = (
  { context, isMany }: DocumentRun,
  key: string,
  errors: InputErrors,
  ifMatch: readonly string[] | undefined,
  idempotencyKey: string | undefined,
): CallContext => {
  const ownKey = idempotencyKey ?? (isMany && context.idempotencyKey ? `${context.idempotencyKey}/${key}` : undefined)
  if (errors.length === 0 && ifMatch === undefined && ownKey === undefined) return context
  const unreadable = context.unreadable ?? (errors.length > 0 ? problem('invalid-input', { errors }) : undefined)
  return {
    ...context,
    ...(ifMatch && { ifMatch }),
    ...(ownKey !== undefined && { idempotencyKey: ownKey }),
    ...(unreadable && { unreadable }),
  }
}
