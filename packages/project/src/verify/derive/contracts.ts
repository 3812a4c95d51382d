import type { Json, JsonObject, ServiceModel } from '@charter/runtime'
import type { Derived } from '@charter/service'
import type { McpSurface } from '@charter/styles'
import { buildSchema, getIntrospectionQuery, graphqlSync } from 'graphql'
import type { Scenario, Step } from '../scenario.ts'
import { mayCallEver } from './derivation.ts'

/** What a service tells of itself is the contract that was published: GraphQL's introspection, SOAP's WSDL, MCP's tools. */
export const contractScenarios = ({
  charter,
  model,
  styles,
}: Pick<Derived, 'charter' | 'model' | 'styles'>): readonly Scenario[] =>
  styles.flatMap(({ style, surface }): readonly Scenario[] => {
    const files = style.contract(charter, surface)
    const [text = ''] = Object.values(files)
    const [role = null] = model.access.roles
    switch (style.name) {
      case 'graphql':
        return [introspection(text, role)]
      case 'soap':
        return [wsdl(text)]
      case 'mcp':
        // The surface is MCP's own plan.
        return [tools(surface as McpSurface, text, model)]
      default:
        return []
    }
  })

const scenario = (style: NonNullable<Scenario['in']>, title: string, steps: readonly Step[]): Scenario => ({
  id: `${style}.contract`,
  title,
  cites: ['problems'],
  rows: 'any',
  writes: false,
  in: style,
  steps,
})

const introspection = (sdl: string, role: string | null): Scenario => {
  const options = {
    specifiedByUrl: true,
    inputValueDeprecation: true,
    schemaDescription: true,
    directiveIsRepeatable: true,
  }
  const query = getIntrospectionQuery(options)
  const { data: told } = graphqlSync({ schema: buildSchema(sdl), source: query })
  return scenario('graphql', 'introspection tells the published schema, to whoever is signed in', [
    {
      as: role,
      method: 'POST',
      path: '/graphql',
      body: { query },
      expect: { status: 200, body: [{ at: '/data', equals: JSON.parse(JSON.stringify(told)) as Json }] },
    },
    { as: null, method: 'POST', path: '/graphql', body: { query }, expect: { lacks: ['__Type', '"types"'] } },
  ])
}

/** Addresses are those that it was asked at. */
const wsdl = (text: string): Scenario => {
  const path = /location="http:\/\/localhost:8080([^"]+)"/.exec(text)?.[1] ?? '/soap'
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.includes('http://localhost:8080'))
  return scenario('soap', 'the WSDL is the published one, with the address that it was asked at', [
    {
      as: null,
      method: 'GET',
      path: `${path}?wsdl`,
      expect: {
        status: 200,
        headers: { 'content-type': { matches: 'text/xml.*' } },
        says: lines,
        lacks: ['localhost:8080'],
      },
    },
    { as: null, method: 'GET', path, expect: { status: [400, 404, 405] } },
  ])
}

/** Of a published tool, what is told in the same words; its schemas are told with all that they refer to. */
const partsOf = ({ name = null, title = null, description = null, annotations }: JsonObject): JsonObject => ({
  '/name': name,
  '/title': title,
  '/description': description,
  ...Object.fromEntries(
    Object.entries((annotations ?? {}) as JsonObject).map(([hint, is]) => [`/annotations/${hint}`, is]),
  ),
})

/** Many of them are told one by one when they are looked for (`isGrouped`). */
const tools = ({ tools: offered, isGrouped }: McpSurface, text: string, model: ServiceModel): Scenario => {
  const { tools: published = [] } = JSON.parse(text) as {
    readonly tools?: readonly { readonly [member: string]: Json }[]
  }
  const list = (as: string, params: JsonObject, expect: Step['expect']): Step => ({
    as,
    method: 'POST',
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params },
    expect,
  })
  const names = (may: boolean, role: string): readonly string[] =>
    offered.filter(({ operation }) => mayCallEver(model, role, operation) === may).map(({ name }) => name)
  return scenario('mcp', 'the tools listed are the published ones, of which each is told those that it may ever call', [
    ...model.access.roles.map((role) =>
      list(
        role,
        {},
        {
          status: 200,
          body: isGrouped
            ? [{ at: '/result/tools', each: { at: '/name', equals: ['search_operations', 'call_operation'] } }]
            : published
                .filter(({ name }) => names(true, role).includes(String(name)))
                .map((tool) => ({ at: '/result/tools', some: partsOf(tool) })),
          lacks: isGrouped ? [] : names(false, role).map((name) => `"name":"${name}"`),
        },
      ),
    ),
    ...model.access.roles
      .slice(0, 1)
      .map((role) => list(role, { cursor: 'x' }, { body: [{ at: '/error/code', equals: -32602 }] })),
    {
      as: null,
      method: 'POST',
      path: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      expect: { status: 401, lacks: ['inputSchema'] },
    },
  ])
}
