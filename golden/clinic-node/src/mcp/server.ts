import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  Server,
} from '@modelcontextprotocol/server'
import {
  type Call,
  type CallContext,
  type Directory,
  directoryOf,
  failed,
  followersOf,
  type InputError,
  isObject,
  type JsonObject,
  type Outcome,
  type Principal,
  problem,
  readText,
  type ServiceBackend,
  shortened,
} from '../runtime/index.ts'
import { problemJson, resultOf } from './answer.ts'
import { approvedModel } from './approved.ts'
import { readArguments } from './arguments.ts'
import { callableBy } from './callable.ts'
import { documentOf } from './document.ts'
import { calledTool, runsOf, tellProgress } from './progress.ts'
import { promptsOf } from './prompts.ts'
import type { McpResource, McpSurface, McpTool } from './surface.ts'
import { searchName, searchTools, toolList } from './tools.ts'

/** Who asks, over which request. */
export interface McpRequest {
  readonly principal: Principal
  context(unreadable: CallContext['unreadable']): CallContext
  /** What of the body was wrong as JSON, below the arguments of the call. */
  readonly errors: readonly InputError[]
  /** It is to be told how the run goes on that it starts. */
  readonly isTold: boolean
  /** Aborts when nobody listens any more, or the server closes. */
  readonly over: () => AbortSignal
}

/** Makes the server of one exchange: it keeps nothing from one request to the next. */
export const serverMaker = (surface: McpSurface, serving: ServiceBackend): ((asking: McpRequest) => Server) => {
  const operations = new Set(surface.tools.map(({ operation }) => operation))
  const approved = approvedModel(serving.model, operations)
  const directory = directoryOf(approved)
  const prompts = promptsOf(surface, approved)
  const tools = toolList(surface)
  const byName = new Map(surface.tools.map((tool) => [tool.name, tool]))
  const isCallable = callableBy(serving.model)
  const followers = followersOf()
  return (asking) => {
    const server = new Server(
      { name: surface.name, title: surface.title, version: surface.version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: surface.description },
    )
    const call = (tool: McpTool, given: JsonObject): Promise<Outcome> =>
      callTool(serving, directory, tool, given, asking)
    const mayCall = (operation: string): boolean => isCallable(operation, asking.principal.roles)
    const told = (name: string): boolean => mayCall(byName.get(name)?.operation ?? '')
    server.setRequestHandler('tools/list', async ({ params }) => {
      refuseCursor(params)
      return { tools: surface.isGrouped ? [...tools] : tools.filter(({ name }) => told(name)) }
    })
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const given = (params.arguments ?? {}) as JsonObject
      if (surface.isGrouped && params.name === searchName)
        return found({ ...surface, tools: surface.tools.filter(({ name }) => told(name)) }, given)
      const { name, arguments: inner } = calledTool(surface, { name: params.name, arguments: given })
      const tool = byName.get(name)
      if (!tool) noteUnknown(serving, asking)
      if (!tool)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${shortened(name, nameMax)}".`)
      const entity = runsOf(serving.model, tool)
      const { progressToken } = mcpReq._meta ?? {}
      const answered = async (): Promise<Outcome> => {
        const started = await call(tool, inner)
        const id = started.kind === 'value' && isObject(started.value) ? started.value.id : undefined
        const { principal, context, isTold, over } = asking
        if (!isTold || !entity || progressToken === undefined || id === undefined) return started
        const read = (): Call => ({
          operation: `${entity.name}.read`,
          input: { key: { id } },
          principal,
          context: context(undefined),
        })
        const { notify } = mcpReq
        return tellProgress(started, { serving, followers, entity, read, progressToken, abort: over(), notify })
      }
      return resultOf(
        await answered().catch((error: unknown): Outcome => {
          serving.onBug?.(error)
          return failed(problem('internal', { cause: error }))
        }),
      )
    })
    server.setRequestHandler('prompts/list', async ({ params }) => {
      refuseCursor(params)
      return { prompts: [...prompts.list(mayCall)] }
    })
    server.setRequestHandler('prompts/get', async ({ params }) =>
      prompts.get(params.name, params.arguments ?? {}, mayCall),
    )
    server.setRequestHandler('resources/list', async ({ params }) => {
      refuseCursor(params)
      return { resources: [contractOf(surface)] }
    })
    server.setRequestHandler('resources/templates/list', async ({ params }) => {
      refuseCursor(params)
      return { resourceTemplates: surface.resources.filter(({ entity }) => mayCall(`${entity}.read`)).map(templateOf) }
    })
    server.setRequestHandler('resources/read', ({ params }) => readResource(surface, serving, params.uri, asking))
    return server
  }
}

/** Every list is told at once, so that no cursor was ever given (MCP, Pagination: invalid cursors are -32602). */
const refuseCursor = (params: { readonly cursor?: string | undefined } | undefined): void => {
  if (params?.cursor !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'This cursor was not given here: lists are told at once. Ask without one.',
    )
}

const contractOf = ({ name, title }: McpSurface) => ({
  uri: `${name}://contract`,
  name: 'contract',
  title: `${title}: tools and their schemas`,
  mimeType: 'application/json',
})

const templateOf = ({ name, title, description, uriTemplate }: McpResource) => ({
  name,
  title,
  description,
  uriTemplate,
  mimeType: 'application/json',
})

/** Code units of a name of the client's own that it is told again. */
const nameMax = 128

const noteUnknown = ({ refusals }: ServiceBackend, { context }: McpRequest): void => {
  const { style, address = '' } = context(undefined).origin
  refusals?.note({ style, address, reason: 'not-found' })
}

const found = (surface: McpSurface, { query, limit }: JsonObject): CallToolResult => {
  const operations = searchTools(surface, String(query ?? ''), typeof limit === 'number' ? limit : 5)
  const answer = operations.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }))
  return { content: [{ type: 'text', text: JSON.stringify({ operations: answer }) }] }
}

const callTool = async (
  { execute, model }: ServiceBackend,
  directory: Directory,
  tool: McpTool,
  given: JsonObject,
  { principal, context, errors }: McpRequest,
): Promise<Outcome> => {
  const offered = Object.keys((tool.input.properties ?? {}) as JsonObject)
  const entry = tool.answers === undefined ? null : (directory.get(tool.answers) ?? null)
  const { input, select, ifMatch, idempotencyKey, unreadable } = readArguments(given, offered, entry, directory)
  const wrong =
    errors.length > 0 ? problem('invalid-input', { errors: [...errors, ...(unreadable?.errors ?? [])] }) : unreadable
  const made = context(wrong)
  const custom = model.operations.some(({ name }) => name === tool.operation)
  return execute({
    operation: tool.operation,
    // An operation without input is asked with none.
    input: custom && input.value === undefined ? { ...input, value: {} } : input,
    ...(select && { select }),
    principal,
    context:
      ifMatch || idempotencyKey !== undefined
        ? Object.assign(made, { ...(ifMatch && { ifMatch }), ...(idempotencyKey !== undefined && { idempotencyKey }) })
        : made,
  })
}

/** `clinic://patients/7f1d…`: the row as JSON; `clinic://contract`: every tool with its schemas. */
const readResource = async (
  surface: McpSurface,
  { execute, model }: ServiceBackend,
  uri: string,
  { principal, context }: McpRequest,
): Promise<ReadResourceResult> => {
  const contents = (json: unknown): ReadResourceResult => ({
    contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(json) }],
  })
  if (uri === `${surface.name}://contract`) return contents(documentOf(surface))
  for (const resource of surface.resources) {
    const texts = keyIn(resource, uri)
    if (!texts) continue
    const entity = model.entities.find(({ name }) => name === resource.entity)
    const key = Object.fromEntries(
      resource.key.map((name, at) => {
        const type = entity?.fields.find((field) => field.name === name)?.type
        const text = texts[at] ?? ''
        return [name, (type && readText(type, text)) ?? text]
      }),
    )
    const outcome = await execute({
      operation: `${resource.entity}.read`,
      input: { key },
      principal,
      context: context(undefined),
    })
    if (outcome.kind === 'value') return contents(outcome.value)
    const refused = outcome.kind === 'problem' ? outcome.problem : problem('not-implemented')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, refused.detail, {
      problem: problemJson(refused),
    })
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource "${shortened(uri, nameMax)}".`)
}

const keyIn = ({ uriTemplate }: McpResource, uri: string): readonly string[] | null => {
  const start = uriTemplate.slice(0, uriTemplate.indexOf('{'))
  const count = uriTemplate.split('{').length - 1
  if (!uri.startsWith(start) || uri.length > 4096) return null
  const steps = uri.slice(start.length).split('/')
  if (steps.length !== count) return null
  try {
    return steps.map(decodeURIComponent)
  } catch {
    return null
  }
}
