import {
  type Call,
  type EntityModel,
  type Followers,
  followedRun,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  ProblemError,
  type ServiceBackend,
  type ServiceModel,
} from '../runtime/index.ts'
import type { McpSurface, McpTool } from './surface.ts'
import { callName } from './tools.ts'

/** What a client calls the progress that it wants to be told of (MCP, Progress). */
type ProgressToken = string | number

interface AskedCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** Which tool a client calls, itself or through the one that calls others where they are many. */
export const calledTool = (surface: McpSurface, { name, arguments: given }: AskedCall): AskedCall =>
  surface.isGrouped && name === callName
    ? { name: String(given.name), arguments: isObject(given.arguments) ? given.arguments : {} }
    : { name, arguments: given }

/** The entity of the runs that an operation starts; null of one that is no job. */
export const runsOf = ({ operations, entities }: ServiceModel, { operation }: McpTool): EntityModel | null => {
  const job = operations.find(({ name }) => name === operation)?.job
  return entities.find(({ name }) => name === job) ?? null
}

/** Whether a message calls a tool that starts a run, and asks to be told how that goes on: it is answered by a stream. */
export const asksProgress = (surface: McpSurface, model: ServiceModel, message: Json | undefined): boolean => {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return false
  const { name, arguments: given, _meta: meta } = message.params
  // One that is none is refused with the message.
  if (!isObject(meta) || meta.progressToken === undefined) return false
  const called = calledTool(surface, { name: String(name), arguments: isObject(given) ? given : {} })
  const tool = surface.tools.find((each) => each.name === called.name)
  return tool !== undefined && runsOf(model, tool) !== null
}

interface Telling {
  readonly serving: ServiceBackend
  readonly followers: Followers
  readonly entity: EntityModel
  /** What reads the run that was started, anew each time. */
  readonly read: () => Call
  readonly progressToken: ProgressToken
  /** Aborts when nobody listens any more, or the server closes. */
  readonly abort: AbortSignal
  readonly notify: (progress: {
    readonly method: 'notifications/progress'
    readonly params: JsonObject
  }) => Promise<void>
}

/**
 * Tells how a run goes on, and gives its row when it has ended. Who may not follow it, or comes when too many do, has what was answered when it
 * was started; and where the server closes it is the row as it is then. The run goes on, whoever listens.
 */
export const tellProgress = async (started: Outcome, telling: Telling): Promise<Outcome> => {
  const { serving, followers, entity, read, abort } = telling
  const { principal } = read()
  let leave = (): void => {}
  try {
    leave = followers.enter(principal)
    const rows = await followedRun(serving.execute, { entity, reading: read(), abort })
    if ('problem' in rows) return started
    await tellEach(rows, telling)
    return await serving.execute(read())
  } catch (error) {
    if (error instanceof ProblemError) return started
    throw error
  } finally {
    leave()
  }
}

/** Each is more than the one before (MCP, Progress: "MUST increase"). */
const tellEach = async (rows: AsyncIterable<JsonObject>, { progressToken, notify, abort }: Telling): Promise<void> => {
  let told = -1
  for await (const row of rows) {
    if (abort.aborted) return
    const progress = Number(row.percent)
    if (progress <= told) continue
    told = progress
    const message = lastOf(row)
    const params = { progressToken, progress, total: 100, ...(message !== null && { message }) }
    await notify({ method: 'notifications/progress', params })
  }
}

/** What was said of it last. */
const lastOf = ({ lines, step, state }: JsonObject): string | null => {
  const line = Array.isArray(lines) ? lines.at(-1) : null
  const found = line ?? step ?? state
  return typeof found === 'string' ? found : null
}
