import type { Json, JsonObject, ServiceModel } from '@charter/runtime'
import type { McpSurface } from '@charter/styles'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation, mayCallEver } from './derivation.ts'
import { accept, at, call, calling, failing, type Mcp, mcpScenario, rpc, send, type Tool } from './tool-messages.ts'
import { toolOutlines } from './tool-outlines.ts'
import { prompts } from './tool-prompts.ts'
import { oddResources, resources } from './tool-resources.ts'

/** What callers of MCP send that our own client never does: messages, tools, arguments and resources. */
export const toolScenarios = (deriving: Derivation): readonly Scenario[] => {
  // The surface is the style's own plan.
  const surface = deriving.styles.find(({ style }) => style.name === 'mcp')?.surface as McpSurface | undefined
  const tools = surface?.tools.flatMap(({ name, operation, input }): Tool[] => {
    const [entityName, action = ''] = operation.split('.')
    const entity = deriving.model.entities.find((each) => each.name === entityName)
    const about = entity && aboutEntity(deriving, entity)
    const role =
      about && deriving.model.access.roles.find((each) => about.mayEver(each, action === 'aggregate' ? 'list' : action))
    return role === undefined ? [] : [{ name, role, parts: Object.keys((input.properties ?? {}) as JsonObject) }]
  })
  const [first] = tools ?? []
  if (!surface || !tools || !first) return []
  const mcp: Mcp = { surface, tools }
  return [
    mcpScenario(
      'messages',
      'a message that is none, or asks for what is not there, has an error of JSON-RPC',
      messages(mcp, first),
    ),
    mcpScenario(
      'origins',
      'a page of another site is not answered, whoever is signed in; one of this very host is',
      origins(mcp, first, deriving.model),
    ),
    mcpScenario(
      'arguments',
      'what of the arguments cannot be read is named, for the model to mend',
      wrongArguments(mcp),
    ),
    mcpScenario('strict', 'a member that is given twice is named, wherever it stands in the arguments', twice(mcp)),
    mcpScenario(
      'resources',
      'rows and the contract are read by their addresses, and nothing else is',
      resources(deriving, mcp, first),
    ),
    ...(surface.isGrouped
      ? []
      : [
          mcpScenario(
            'outlines',
            'the tools that somebody may call are listed with what they give, whatever that holds',
            toolOutlines(mcp, deriving.model),
          ),
        ]),
    ...oddResources(deriving, mcp),
    mcpScenario('prompts', 'prompts are of what a caller may do, and of nothing else', prompts(deriving, mcp)),
    {
      ...mcpScenario('counted', 'a tool that is not there is counted on record', [
        rpc(mcp, first.role, 'tools/call', calling(mcp, 'no_such_tool', {}), failing(-32602, 'There is no tool')),
      ]),
      start: { env: {}, says: [], records: ['"mcp"[^\\n]*"not-found"|"not-found"[^\\n]*"mcp"'] },
    },
    ...progress(mcp, deriving.model, first),
    mcpScenario('metadata', 'who is nobody is told where a token is to be had', metadata(mcp)),
    ...(surface.isGrouped
      ? [
          mcpScenario(
            'search',
            'tools are found by words of their names and descriptions',
            searches(mcp, first, deriving.model),
          ),
        ]
      : []),
  ]
}

/** Only a call of a tool that starts a run is answered by a stream, and only where a token is given that is one. */
const progress = (mcp: Mcp, { operations }: ServiceModel, { role }: Tool): readonly Scenario[] => {
  const job = mcp.surface.tools.find(({ operation }) => operations.some(({ name, job }) => name === operation && job))
  if (!job) return []
  const plain = { status: [200, 400], headers: { 'content-type': { matches: 'application/json.*' } } } as const
  const asked = (method: string, meta: JsonObject): Step =>
    rpc(mcp, role, method, { ...calling(mcp, job.name, { x: 1 }), _meta: meta }, plain)
  return [
    mcpScenario('progress', 'what asks for no progress of a run is answered by no stream', [
      asked('prompts/get', { progressToken: 'a-token' }),
      asked('tools/list', { progressToken: 'a-token' }),
      asked('tools/call', { progressToken: {} }),
      asked('tools/call', { progressToken: null }),
      asked('tools/call', {}),
    ]),
  ]
}

const messages = (mcp: Mcp, tool: Tool): readonly Step[] => {
  const { role } = tool
  const { name, version, isGrouped } = mcp.surface
  const long = 'x'.repeat(300)
  const initialize = (protocolVersion: string): JsonObject => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'verify', version: '1' },
  })
  return [
    ...['2025-06-18', '2025-03-26', '1999-01-01'].map((each) =>
      rpc(mcp, role, 'initialize', initialize(each), {
        status: 200,
        body: [at('/result/serverInfo', { holds: { name, version } })],
      }),
    ),
    rpc(mcp, role, 'ping', {}, { status: 200, body: [at('/result', { present: true })] }),
    rpc(mcp, role, 'tools/unknown', {}, failing(-32601)),
    send(mcp, role, '{"jsonrpc":"2.0","id":1', { status: 400 }),
    send(mcp, role, '{"id":1}', { status: 400 }),
    send(mcp, role, '[]', { status: 400 }),
    send(mcp, role, '', { status: 400 }),
    { as: role, method: 'POST', path: mcp.surface.path, headers: accept, expect: { status: [400, 415] } },
    rpc(mcp, role, 'ping', {}, { status: 400 }, { 'mcp-protocol-version': '1999-01-01' }),
    rpc(mcp, role, 'ping', {}, { status: 406 }, { accept: 'text/html' }),
    rpc(mcp, role, 'tools/call', calling(mcp, 'no_such_tool', {}), failing(-32602, 'There is no tool')),
    rpc(mcp, role, 'prompts/list', {}, { status: 200, body: [at('/result/prompts', { present: true })] }),
    ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((method) =>
      rpc(mcp, role, method, { cursor: 'x' }, failing(-32602)),
    ),
    rpc(mcp, role, 'prompts/get', { name: 'no_such_prompt' }, failing(-32602, 'There is no prompt')),
    rpc(mcp, role, 'tools/call', calling(mcp, long, {}), {
      ...failing(-32602, 'There is no tool'),
      lacks: ['x'.repeat(200)],
    }),
    ...(isGrouped
      ? [rpc(mcp, role, 'tools/call', { name: 'call_operation', arguments: {} }, failing(-32602, 'There is no tool'))]
      : ungrouped(mcp, tool)),
    { as: role, method: 'GET', path: mcp.surface.path, expect: { status: [404, 405] } },
    { as: role, method: 'DELETE', path: mcp.surface.path, expect: { status: [404, 405] } },
  ]
}

/** Where every tool stands in the list, none is behind those that find and call others. */
const ungrouped = (mcp: Mcp, { role, name }: Tool): readonly Step[] =>
  [
    { name: 'call_operation', arguments: { name, arguments: {} } },
    { name: 'search_operations', arguments: {} },
  ]
    .filter((params) => mcp.surface.tools.every((each) => each.name !== params.name))
    .map((params) => rpc(mcp, role, 'tools/call', params, failing(-32602, `There is no tool \\"${params.name}\\"`)))

const origins = (mcp: Mcp, { role }: Tool, { cors = [] }: ServiceModel): readonly Step[] => [
  ...['https://another.example', 'null', 'not an origin'].map((origin) =>
    rpc(mcp, role, 'ping', {}, { status: 403, body: [at('/code', { equals: 'forbidden' })] }, { origin }),
  ),
  // Before who asks is looked at.
  rpc(mcp, null, 'ping', {}, { status: 403 }, { origin: 'https://another.example' }),
  // A page of the service's own is of no other site.
  rpc(mcp, role, 'ping', {}, { status: 200 }, { origin: 'http://{{authority}}' }),
  ...cors.map((origin) =>
    rpc(
      mcp,
      role,
      'ping',
      {},
      { status: 200, headers: { 'access-control-allow-origin': { equals: origin } } },
      { origin },
    ),
  ),
]

/** The answer of a tool that has not done what was asked. */
const refused = (path: string, code: string): Expect => ({
  status: 200,
  body: [at('/result/isError', { equals: true })],
  says: ['\\"code\\":\\"invalid-input\\"', `\\"path\\":\\"${path}\\"`, `\\"code\\":\\"${code}\\"`],
})

const bad: readonly (readonly [part: string, value: Json, path: string, code: string])[] = [
  ['key', 1, '/key', 'wrong-type'],
  ['key', ['a'], '/key', 'wrong-type'],
  ['ifMatch', 'a', '/ifMatch', 'wrong-type'],
  ['ifMatch', [1], '/ifMatch', 'wrong-type'],
  ['idempotencyKey', 'a b', '/idempotencyKey', 'wrong-type'],
  ['idempotencyKey', '', '/idempotencyKey', 'wrong-type'],
  ['idempotencyKey', 'a'.repeat(256), '/idempotencyKey', 'wrong-type'],
  ['idempotencyKey', 1, '/idempotencyKey', 'wrong-type'],
  ['aggregate', 1, '/aggregate', 'wrong-type'],
  ['aggregate', { median: [] }, '/aggregate/median', 'unknown'],
  ['aggregate', { sum: 'a' }, '/aggregate/sum', 'wrong-type'],
  ['aggregate', { sum: [1] }, '/aggregate/sum', 'wrong-type'],
]

/** Named beside what is wrong, they are not named. */
const fine: Readonly<Record<string, Json>> = {
  key: { id: '1' },
  ifMatch: ['a', 'b'],
  idempotencyKey: 'a'.repeat(255),
  aggregate: { sum: ['a'], groupBy: [] },
}

const wrongArguments = (mcp: Mcp): readonly Step[] => [
  ...mcp.tools.slice(0, 1).map((tool) => call(mcp, tool, { notAnArgument: 1 }, refused('/notAnArgument', 'unknown'))),
  ...bad.flatMap(([part, value, path, code]) => {
    const tool = mcp.tools.find(({ parts }) => parts.includes(part))
    return tool ? [call(mcp, tool, { [part]: value }, refused(path, code))] : []
  }),
  ...Object.entries(fine).flatMap(([part, value]) => {
    const tool = mcp.tools.find(({ parts }) => parts.includes(part))
    const expect: Expect = {
      ...refused('/notAnArgument', 'unknown'),
      lacks: [`\\"path\\":\\"/${part}\\",\\"code\\":\\"wrong-type\\"`],
    }
    return tool ? [call(mcp, tool, { [part]: value, notAnArgument: 1 }, expect)] : []
  }),
]

/** As text, since an object has no member twice. */
const twice = (mcp: Mcp): readonly Step[] => {
  const tool = mcp.tools.find(({ parts }) => parts.includes('limit'))
  if (!tool) return []
  const ask = (given: string, expect: Expect, around = ''): Step => {
    const params = JSON.stringify(calling(mcp, tool.name, '{{given}}')).replace('"{{given}}"', given)
    return send(mcp, tool.role, `{"jsonrpc":"2.0",${around}"id":1,"method":"tools/call","params":${params}}`, expect)
  }
  // The same message in a list of messages.
  const several = (given: string): Step => {
    const step = ask(given, {})
    return { ...step, text: `[${step.text}]` }
  }
  return [
    ask('{"limit":1}', { status: 200, body: [at('/result/isError', { absent: true })] }),
    ask('{"limit":1,"limit":2}', refused('/limit', 'duplicate')),
    ask('{"limit":1,"limit":2}', refused('/limit', 'duplicate'), '"id":2,'),
    ask('{"limit":1}', { status: 200, body: [at('/result/isError', { absent: true })] }, '"id":2,'),
    { ...several('{"limit":1,"limit":2}'), expect: { says: ['/limit', 'duplicate'] } },
    // JSON-RPC 2.0 section 5.1: a parse error.
    ask('{"limit":1,"limit":2', { status: 400, body: [at('/error/code', { equals: -32700 })] }),
    ask(`{"limit":${'['.repeat(70)}${']'.repeat(70)}}`, {
      status: 400,
      body: [at('/code', { equals: 'malformed' })],
      says: ['levels deep'],
    }),
    {
      ...ask('{}', { status: 400, body: [at('/code', { equals: 'malformed' })] }),
      text: '',
      // A byte that no character begins with.
      bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', 'latin1').toString('base64'),
    },
  ]
}

const metadata = (mcp: Mcp): readonly Step[] => [
  rpc(
    mcp,
    null,
    'ping',
    {},
    {
      status: 401,
      headers: {
        'www-authenticate': {
          matches: `Bearer resource_metadata="http.*/\\.well-known/oauth-protected-resource${mcp.surface.path}"`,
        },
        'cache-control': { equals: 'no-store' },
      },
      body: [at('/code', { equals: 'unauthenticated' })],
    },
  ),
  {
    as: null,
    method: 'GET',
    path: `/.well-known/oauth-protected-resource${mcp.surface.path}`,
    expect: {
      status: 200,
      headers: { 'access-control-allow-origin': { equals: '*' } },
      body: [
        at('/resource', { matches: `http.*${mcp.surface.path}` }),
        at('/bearer_methods_supported', { equals: ['header'] }),
      ],
    },
  },
]

const searches = (mcp: Mcp, { role, name }: Tool, model: ServiceModel): readonly Step[] => {
  const found = mcp.surface.tools.filter(({ operation }) => mayCallEver(model, role, operation))
  const search = (query: string, limit: number, expect: Expect): Step =>
    rpc(mcp, role, 'tools/call', { name: 'search_operations', arguments: { query, limit } }, expect)
  return [
    search(name, 1, { status: 200, says: [`\\"name\\":\\"${name}\\"`] }),
    search('nothingisnamedso', 5, { status: 200, says: ['{\\"operations\\":[]}'] }),
    search('', 1, { status: 200, lacks: ['{\\"operations\\":[]}'] }),
    // As many as there are, and no more than twenty.
    rpc(
      mcp,
      role,
      'tools/call',
      { name: 'search_operations', arguments: { query: '', limit: 50 } },
      {
        status: 200,
        lacks: found.slice(20).map((tool) => `\\"name\\":\\"${tool.name}\\"`),
        says: found.slice(0, 20).map((tool) => `\\"name\\":\\"${tool.name}\\"`),
      },
    ),
    rpc(mcp, role, 'tools/call', { name: 'search_operations', arguments: { query: name } }, { says: [name] }),
    // A tool found is called by its own name too.
    rpc(mcp, role, 'tools/call', { name, arguments: { notAnArgument: 1 } }, refused('/notAnArgument', 'unknown')),
  ]
}
