import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  type EntityModel,
  type FieldModel,
  isNeeded,
  type Json,
  type JsonObject,
  lengthOf,
  nounOf,
  nounsOf,
  patternPointsMax,
  readText,
  type ServiceModel,
  shortened,
  withArticle,
  writtenFields,
} from '../runtime/index.ts'
import type { McpSurface, McpTool } from './surface.ts'
import { callName } from './tools.ts'

/** What a person may have done, by the name of its prompt. */
interface Task {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The tool that does it. */
  readonly action: 'list' | 'read' | 'create'
  /** Beside `what`, in order: its name and what is said of it. */
  readonly argument: {
    readonly name: string
    readonly description: string
    readonly required: boolean
    /** Code points; more are refused: a prompt says them again, for every field that is looked through. */
    readonly lengthMax: number
  }
  /** What a model is told, of arguments for the tool and whatever it has to find out. */
  readonly text: (asked: PromptAsked) => string
}

interface PromptAsked {
  readonly entity: EntityModel
  readonly tool: McpTool
  /** What was given for the task's own argument. */
  readonly given: string
  readonly isGrouped: boolean
  /** Relations whose rows the caller may ask for. */
  readonly related: readonly string[]
}

export interface Prompts {
  /** Those that are told: of each, some entity has a tool that the caller may call. */
  readonly list: (mayCall: MayCall) => readonly Prompt[]
  /** Throws a ProtocolError (-32602) for what there is not, or not for this caller. */
  readonly get: (name: string, given: Readonly<Record<string, string>>, mayCall: MayCall) => GetPromptResult
}

type MayCall = (operation: string) => boolean

/** Prompts of the three tasks that most have with rows: to find some, to read one, to make one (MCP, Prompts). */
export const promptsOf = (surface: McpSurface, model: ServiceModel): Prompts => {
  const tools = new Map(surface.tools.map((tool) => [tool.operation, tool]))
  const offered = ({ action }: Task, mayCall: MayCall): readonly EntityModel[] =>
    model.entities.filter(({ name }) => tools.has(`${name}.${action}`) && mayCall(`${name}.${action}`))
  return {
    list: (mayCall) =>
      tasks.flatMap((task) => {
        const entities = offered(task, mayCall)
        return entities.length === 0 ? [] : [promptOf(task, entities)]
      }),
    get: (name, given, mayCall) => {
      const task = tasks.find((each) => each.name === name)
      const entities = task ? offered(task, mayCall) : []
      if (!task || entities.length === 0) throw invalid(`There is no prompt "${shortened(name, nameMax)}".`)
      const unknown = Object.keys(given).find((each) => each !== 'what' && each !== task.argument.name)
      if (unknown !== undefined) throw invalid(`There is no argument "${shortened(unknown, nameMax)}" here.`)
      const entity = entities.find((each) => isCalled(each, given.what ?? ''))
      const tool = tools.get(`${entity?.name}.${task.action}`)
      if (!entity || !tool) throw invalid(`Give as \`what\` one of: ${namesOf(entities)}.`)
      const text = given[task.argument.name] ?? ''
      if (task.argument.required && text === '') throw invalid(`Give \`${task.argument.name}\`.`)
      if (lengthOf(text) > task.argument.lengthMax)
        throw invalid(`Give at most ${task.argument.lengthMax} characters as \`${task.argument.name}\`.`)
      const related = entity.relations
        .filter((relation) => (relation.isOwned || tools.has(asking(relation))) && mayCall(asking(relation)))
        .map((relation) => relation.name)
      const told = task.text({ entity, tool, given: text, isGrouped: surface.isGrouped, related })
      return { description: task.title, messages: [{ role: 'user', content: { type: 'text', text: told } }] }
    },
  }
}

const asking = ({ kind, target }: EntityModel['relations'][number]): string =>
  `${target}.${kind === 'one' ? 'read' : 'list'}`

const invalid = (sentence: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)

/** Code units of a name of the client's own that it is told again. */
const nameMax = 128

const manyOf = ({ name, plural }: EntityModel): string => plural ?? nounsOf(name)

/** By its name, or as one or many of them are called. */
const isCalled = (entity: EntityModel, what: string): boolean =>
  [entity.name, nounOf(entity.name), manyOf(entity)].some((name) => name.toLowerCase() === what.trim().toLowerCase())

const namedMax = 40

const namesOf = (entities: readonly EntityModel[]): string => {
  const more = entities.length - namedMax
  return `${entities.slice(0, namedMax).map(manyOf).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

const promptOf = ({ name, title, description, argument }: Task, entities: readonly EntityModel[]): Prompt => ({
  name,
  title,
  description,
  arguments: [
    { name: 'what', description: `One of: ${namesOf(entities)}.`, required: true },
    { name: argument.name, description: argument.description, required: argument.required },
  ],
})

const tasks: readonly Task[] = [
  {
    name: 'find_rows',
    title: 'Find by words',
    description: 'Finds what has these words in one of its texts.',
    action: 'list',
    argument: { name: 'words', description: 'The words to look for.', required: true, lengthMax: patternPointsMax - 2 },
    text: (asked) => {
      const fields = asked.entity.fields.filter(isSearched).map(({ name }) => name)
      const value = `%${asked.given.replaceAll(/[\\%_]/g, '\\$&')}%`
      const conditions = fields.map((field) => ({ field, op: 'like', value }))
      const [only] = conditions
      const filter = conditions.length === 1 && only ? only : { or: conditions }
      return [
        `Find ${manyOf(asked.entity)} for these words: ${JSON.stringify(asked.given)}.`,
        only
          ? `${calling(asked, { filter, limit: 20 })} Comparing is case-sensitive: where nothing is found, try other spellings, or fewer of the words.`
          : `${calling(asked, { limit: 20 })} None of its texts can be looked through: say so, and filter by other fields.`,
        'Tell what was found, and ask which one is meant where there are several.',
      ].join(' ')
    },
  },
  {
    name: 'read_row',
    title: 'Read one, with what belongs to it',
    description: 'Reads one by its key, with its related rows.',
    action: 'read',
    argument: {
      name: 'key',
      description: 'Its key; of several fields, in order, with slashes between.',
      required: true,
      lengthMax: 1000,
    },
    text: (asked) => {
      const include = Object.fromEntries(asked.related.map((name) => [name, {}]))
      const given = { key: keyOf(asked), ...(asked.related.length > 0 && { include }) }
      return `Read one ${nounOf(asked.entity.name)}. ${calling(asked, given)} Sum up what it says, with what belongs to it.`
    },
  },
  {
    name: 'make_row',
    title: 'Make a new one',
    description: 'Makes a new one from what is known of it.',
    action: 'create',
    argument: { name: 'about', description: 'What is known of it, in words.', required: false, lengthMax: 4000 },
    text: (asked) => {
      const fields = writtenFields(asked.entity, 'create')
      const [needed, others] = [
        fields.filter((field) => isNeeded(field, 'create')),
        fields.filter((field) => !isNeeded(field, 'create')),
      ]
      return [
        `Make ${withArticle(nounOf(asked.entity.name))}${asked.given === '' ? '' : ` from this: ${JSON.stringify(asked.given)}`}.`,
        needed.length > 0 ? `It needs ${needed.map(told).join(', ')}.` : '',
        others.length > 0 ? `It may have ${others.map(told).join(', ')}.` : '',
        'Ask for what is needed and not known, and make nothing up. Show what is going to be made, and once that is agreed to:',
        calling(asked, { value: Object.fromEntries(needed.map(({ name }) => [name, '…'])) }),
      ]
        .filter((each) => each !== '')
        .join(' ')
    },
  },
]

/** `call list_patients with {…}`, or through the tool that calls others. */
const calling = ({ tool, isGrouped }: PromptAsked, given: JsonObject): string =>
  isGrouped
    ? `Call \`${callName}\` with ${JSON.stringify({ name: tool.name, arguments: given })}.`
    : `Call \`${tool.name}\` with ${JSON.stringify(given)}.`

const isSearched = ({ type, reveal, mask, protect }: FieldModel): boolean =>
  type.kind === 'text' && !reveal && !mask && !protect

const told = ({ name, type, description }: FieldModel): string =>
  `\`${name}\` (${description === undefined ? type.kind : `${type.kind}: ${description}`})`

/** As the tool takes it. */
const keyOf = ({ entity, given }: PromptAsked): JsonObject => {
  const texts = entity.key.length === 1 ? [given] : given.split('/')
  if (texts.length !== entity.key.length) throw invalid(`Give as \`key\` ${entity.key.join('/')}.`)
  return Object.fromEntries(
    entity.key.map((name, at): [string, Json] => {
      const type = entity.fields.find((field) => field.name === name)?.type
      const text = texts[at] ?? ''
      return [name, (type && readText(type, text)) ?? text]
    }),
  )
}
