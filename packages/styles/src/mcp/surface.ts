import { type Charter, type Entity, kebabOf, offersOf, toModel } from '@charter/charter'
import {
  type CrudOperation,
  type EntityModel,
  type JsonObject,
  type OperationModel,
  type ServiceModel,
  withArticle,
} from '@charter/runtime'
import { redirected, renamed, settledNames } from '../rest/contract/component-names.ts'
import { inputNames } from '../rest/contract/named-schemas.ts'
import { type ArgumentContext, definitionsOf, inputOf, outputOf } from './contract/schemas.ts'
import { toolsOf } from './settings.ts'
import { approvedModel } from './transport/approved.ts'
import type { McpResource, McpSurface, McpTool } from './transport/surface.ts'

/** More tools than this fill a model's context: it is then given two, to find and to call them. */
const listedMax = 40

export const surfaceOf = (charter: Charter): McpSurface => {
  const surface = unsettledSurface(charter)
  const names = settledNames(Object.keys(surface.definitions))
  const settled = (schema: JsonObject): JsonObject => redirected(schema, names) as JsonObject
  return {
    ...surface,
    tools: surface.tools.map((tool) => ({ ...tool, input: settled(tool.input), output: settled(tool.output) })),
    definitions: renamed(settled(surface.definitions), names) as JsonObject,
  }
}

/** With definitions by names that no other entity can take from them, whatever it is called (`formName`). */
export const unsettledSurface = (charter: Charter): McpSurface => {
  const model = toModel(charter, [])
  const giving: ArgumentContext = { inputs: inputNames(model), ifMatch: model.ifMatch }
  const models = new Map(model.entities.map((entity) => [entity.name, entity]))
  const approved = named([
    ...charter.entities.flatMap((entity) => entityTools(entity, models.get(entity.name), giving)),
    ...model.operations.map((operation) => customTool(model, operation, giving)),
  ]).filter((tool) => isApproved(charter, tool))
  const operations = new Set(approved.map(({ operation }) => operation))
  return {
    name: charter.name,
    title: charter.title,
    version: charter.version,
    description: charter.description ?? charter.title,
    path: '/mcp',
    tools: approved,
    isGrouped: approved.length > listedMax,
    resources: charter.entities
      .filter((entity) => operations.has(`${entity.name}.read`))
      .map((entity) => resourceOf(charter, entity)),
    definitions: definitionsOf(approvedModel(model, operations)),
  }
}

/** `mcp: { tools: … }` of the charter, which people have reviewed: reads alone unless it says more. */
const isApproved = (charter: Charter, { operation, isRead }: McpTool): boolean => {
  const tools = toolsOf(charter)
  return tools === 'all' || (tools === 'reads' ? isRead : tools.includes(operation))
}

type Action = CrudOperation | 'aggregate'

const entityTools = (entity: Entity, of: EntityModel | undefined, giving: ArgumentContext): readonly McpTool[] => {
  const actions: readonly Action[] = [
    ...offersOf(entity),
    ...(offersOf(entity).includes('list') ? (['aggregate'] as const) : []),
  ]
  return of ? actions.map((action) => ({ ...entityTool(entity, of, action), input: inputOf(of, action, giving) })) : []
}

const entityTool = (entity: Entity, of: EntityModel, action: Action): Omit<McpTool, 'input'> => {
  const one = wordsOf(entity.name)
  const many = wordsOf(entity.plural)
  const { name, title, description } = phrases(action, one, many, entity.description)
  return {
    name,
    title,
    description,
    operation: `${entity.name}.${action}`,
    ...(action !== 'delete' && action !== 'audit' && { answers: entity.name }),
    isRead: ['read', 'list', 'audit', 'aggregate'].includes(action),
    isDestructive: action === 'delete' || action === 'replace',
    output: outputOf(of, action),
  }
}

interface Phrases {
  readonly name: string
  readonly title: string
  readonly description: string
}

const phrases = (action: Action, one: string, many: string, about = ''): Phrases => {
  const snake = (text: string): string => text.replaceAll(' ', '_')
  const said = about === '' ? '' : ` ${about}`
  const all: Readonly<Record<Action, Phrases>> = {
    create: {
      name: `create_${snake(one)}`,
      title: `Create ${withArticle(one)}`,
      description: `Creates ${withArticle(one)}.${said}`,
    },
    read: {
      name: `get_${snake(one)}`,
      title: `Get ${withArticle(one)}`,
      description: `Gives one ${one} by its key.${said}`,
    },
    replace: {
      name: `replace_${snake(one)}`,
      title: `Replace ${withArticle(one)}`,
      description: `Replaces what may be written of ${withArticle(one)}; what is left out takes its default.${said}`,
    },
    update: {
      name: `update_${snake(one)}`,
      title: `Change ${withArticle(one)}`,
      description: `Changes the members given of ${withArticle(one)}; null takes a value away.${said}`,
    },
    delete: {
      name: `delete_${snake(one)}`,
      title: `Delete ${withArticle(one)}`,
      description: `Deletes ${withArticle(one)}.`,
    },
    list: {
      name: `list_${snake(many)}`,
      title: `List ${many}`,
      description: `Gives a page of ${many}, filtered and sorted, with related rows where asked.${said}`,
    },
    audit: {
      name: `get_${snake(one)}_audit`,
      title: `Who did what to ${withArticle(one)}`,
      description: `Gives the audit trail of one ${one}, newest first.`,
    },
    aggregate: {
      name: `aggregate_${snake(many)}`,
      title: `Count and sum ${many}`,
      description: `Counts ${many} and gives sums, averages, least and greatest values, by group where asked.`,
    },
  }
  return all[action]
}

const customTool = (model: ServiceModel, operation: OperationModel, giving: ArgumentContext): McpTool => {
  const entity = model.entities.find(({ name }) => name === operation.entity)
  const words = wordsOf(operation.name)
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  return {
    name: words.replaceAll(' ', '_'),
    title,
    description: operation.description ?? title,
    operation: operation.name,
    ...(operation.result && 'entity' in operation.result && { answers: operation.result.entity }),
    isRead: operation.effect === 'read',
    isDestructive: operation.effect === 'write',
    input: inputOf(entity, operation, giving),
    output: outputOf(entity, operation),
  }
}

const wordsOf = (name: string): string => kebabOf(name).replaceAll('-', ' ')

const nameLengthMax = 64

/** Who comes first keeps the name; a later twin, and a name that is too long, gets a number at its end. */
const named = (tools: readonly McpTool[]): readonly McpTool[] => {
  const taken = new Set<string>(['search_operations', 'call_operation'])
  return tools.map((tool) => {
    const wanted = tool.name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
    let name = wanted.slice(0, nameLengthMax)
    for (let twin = 2; taken.has(name); twin++)
      name = `${wanted.slice(0, nameLengthMax - String(twin).length - 1)}_${twin}`
    taken.add(name)
    return { ...tool, name }
  })
}

const resourceOf = ({ name: charter }: Charter, { name, plural, key, description = '' }: Entity): McpResource => ({
  name,
  title: wordsOf(name),
  description,
  uriTemplate: `${charter}://${kebabOf(plural)}/${key.map((field) => `{${field}}`).join('/')}`,
  entity: name,
  key,
})

export type { JsonObject }
