import {
  answerRoom,
  type CallContext,
  type JsonObject,
  type Principal,
  ProblemError,
  problem,
  refuseLong,
  type ServiceBackend,
  takeRoom,
} from '@charter/runtime'
import { directoryOf } from './directory.ts'
import { DocumentError, documentsOf, operationIn } from './document.ts'
import type { DocumentRun } from './document-run.ts'
import type { GraphqlRequest } from './graphql-request.ts'
import type { Persisted } from './persisted.ts'
import type { Plan } from './plan.ts'
import { type PlanContext, planOf, rootsOf } from './plan-context.ts'
import { builtSchema } from './schema/built-schema.ts'
import { schemaDefinitions, schemaText } from './schema/schema.ts'
import type { AnswerError } from './shaping.ts'
import type { GraphqlSurface } from './surface.ts'
import { variablesOf } from './variables.ts'

/** Who asks, and with what. */
export interface Asker {
  readonly principal: Principal
  readonly context: CallContext
}

/** An operation that may be run: its plan, and the run it is planned for. */
export interface Prepared {
  readonly plan: Plan
  readonly running: DocumentRun
}

/** The answer: `data` as JSON text, null where there was no run. */
export interface Answer {
  readonly data: string | null
  readonly errors: readonly AnswerError[]
  readonly notes: DocumentRun['notes']
}

/** Prepares and runs documents, whatever brought them. */
export interface Engine {
  /** Throws a DocumentError or a ProblemError for a request that is not run. */
  prepare(request: GraphqlRequest, asker: Asker): Prepared
  run(prepared: Prepared): Promise<Answer>
}

/** Which documents are taken. */
export interface EngineOptions {
  readonly hasIntrospection: boolean
  readonly persisted: Persisted
}

/** The engine of a service. Throws where the surface makes no schema. */
export const engineOf = (surface: GraphqlSurface, serving: ServiceBackend, options: EngineOptions): Engine => {
  const directory = directoryOf(surface, serving.model)
  const schema = builtSchema(schemaDefinitions(directory, 'whole'))
  // A gateway asks for it once, most services are behind none.
  let subgraph: string | undefined
  const planning: PlanContext = {
    directory,
    schema,
    subgraph: () => {
      subgraph ??= schemaText(directory, 'subgraph')
      return subgraph
    },
  }
  const roots = rootsOf(planning)
  const { hasIntrospection, persisted } = options
  const documents = documentsOf({ schema, depth: surface.limits.depth, hasIntrospection })
  return {
    prepare: (request, asker) => {
      try {
        const document = documents.of(persisted.textOf(request))
        const operation = operationIn(document, request.operationName)
        const variables = variablesOf(operation, document.conditions, request.variables)
        const conditions = document.conditions.map((name) => variables[name] ?? null)
        const id = JSON.stringify([operation.name?.value ?? null, conditions])
        const plan = documents.planOf(document, id, () => planOf(planning, roots, document, operation, variables))
        refuseDear(plan, variables, surface.limits.cost)
        if (plan.kind !== 'subscription' && plan.reflects) note(serving, asker, 'introspection')
        return { plan, running: runningOf(serving, plan, variables, asker) }
      } catch (error) {
        note(serving, asker, reasonOf(error))
        throw error
      }
    },
    run,
  }
}

/** What comes to no call is counted on record. */
const note = ({ refusals }: ServiceBackend, { context }: Asker, reason: string): void => {
  const { style, address = '' } = context.origin
  refusals?.note({ style, address, reason })
}

const reasonOf = (error: unknown): string => {
  if (error instanceof DocumentError) return 'malformed'
  return error instanceof ProblemError ? error.problem.code : 'internal'
}

const refuseDear = (plan: Plan, variables: JsonObject, costMax: number): void => {
  let cost = 0
  for (const of of plan.kind === 'subscription' ? [plan.stream] : plan.roots) cost += of.cost(variables)
  if (cost > costMax)
    throw new ProblemError(
      problem('too-large', {
        detail: `The document costs ${cost}, and ${costMax} is taken. Ask for fewer rows at once.`,
      }),
    )
}

const runningOf = (
  serving: ServiceBackend,
  plan: Plan,
  variables: JsonObject,
  { principal, context }: Asker,
): DocumentRun => ({
  serving,
  principal,
  variables,
  // What is read for all roots is one answer too.
  context: plan.kind === 'subscription' ? withoutDeadline(context) : { ...context, room: answerRoom() },
  isMany: plan.kind !== 'subscription' && plan.roots.length > 1,
  errors: [],
  room: answerRoom(),
  notes: {},
})

/** A subscription goes on for as long as its client stays. */
const withoutDeadline = ({ deadlineMs: _deadline, ...context }: CallContext): CallContext => context

/** What a mutation did is done, though its answer, which is too long, is not sent. */
const toldAsDone = (error: unknown): never => {
  if (!(error instanceof ProblemError)) throw error
  const detail = `${error.problem.detail} What the document was to change is changed as far as this field, and nothing after it.`
  throw new ProblemError({ ...error.problem, detail })
}

/** Fields of a query side by side, of a mutation one after the other (specification, section 6.2). */
const run = async ({ plan, running }: Prepared): Promise<Answer> => {
  if (plan.kind === 'subscription') throw new Error('A subscription is not run once.')
  const { roots } = plan
  const texts: string[] = []
  if (plan.kind === 'query') texts.push(...(await Promise.all(roots.map((root) => root.run(running)))))
  else for (const root of roots) texts.push(await root.run(running).catch(toldAsDone))
  const data = `{${texts.map((text, at) => `${JSON.stringify(roots[at]?.key)}:${text}`).join(',')}}`
  refuseLong(data.length)
  for (const { path = [], problem: of } of running.errors) takeRoom(running.room, of.detail.length + path.join().length)
  return { data, errors: running.errors, notes: running.notes }
}
