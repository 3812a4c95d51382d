import { charterSchema, type Setting, type StyleWithSettings, shapes } from '@charter/charter'
import type { JsonObject } from '@charter/runtime'

/** A part of the charter's own JSON Schema, and what it is a part of: the name of a definition or of a member. */
export interface Part {
  readonly schema: JsonObject
  readonly where: string
}

/** What a draft may tell styles: the path of a route that the words name. */
const route: Setting = {
  shape: shapes.object('a `rest` override', { path: shapes.text }),
  read: () => ({ value: undefined }),
}
const drafted: StyleWithSettings = { name: 'rest', settings: { entity: route, relation: route } }

const schema: JsonObject = charterSchema([drafted])
const definitions = schema.$defs as JsonObject

/** A whole charter. */
export const wholeCharter: Part = { schema, where: 'charter' }

/** What a draft from words never says: it asks for code that nobody has written, binds to a database, a foreign contract or an older version, or is the same in all drafts. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  charter: [
    ...['charter', 'include', 'version', 'serves', 'frameworks', 'sources', 'state', 'crypto', 'atRest'],
    ...['types', 'policies', 'limits', 'routes'],
  ],
  access: ['accepts', 'tenancy', 'mfa', 'membership', 'cookies', 'person'],
  entity: ['source', 'table', 'schema', 'samples', 'was', 'shared', 'readOnly', 'hooks', 'sets', 'person'],
  field: ['members', 'tag', 'variants', 'kinds', 'xml', 'column', 'columnType', 'was', 'protect', 'search'],
  member: ['members', 'tag', 'variants', 'kinds', 'xml'],
  principal: ['members', 'tag', 'variants', 'kinds', 'xml', 'member'],
  relation: ['was'],
  operation: ['was', 'mode', 'rights', 'internal'],
  result: ['members', 'tag', 'variants', 'kinds', 'xml'],
}

type Kind = 'dictionary' | 'object' | 'list' | 'either' | 'value'

export const kindOf = ({ schema: of }: Part): Kind => {
  if (Array.isArray(of.anyOf)) return 'either'
  if (of.type === 'array') return 'list'
  if (of.type !== 'object') return 'value'
  return of.properties === undefined ? 'dictionary' : 'object'
}

/** The part behind a reference. A type within a type is given by its name: recursion is what strict modes refuse. */
export const resolved = (part: Part): Part => {
  const { $ref } = part.schema
  if (typeof $ref !== 'string') return part
  const where = $ref.replace('#/$defs/', '')
  return { schema: where === 'type' ? { type: 'string' } : (definitions[where] as JsonObject), where }
}

export const alternativesOf = (part: Part): readonly Part[] =>
  kindOf(part) === 'either'
    ? (part.schema.anyOf as unknown as readonly JsonObject[]).map((each) => resolved({ ...part, schema: each }))
    : [part]

export const itemOf = (list: Part): Part => resolved({ ...list, schema: list.schema.items as JsonObject })

/** What stands under each name of a dictionary; of alternatives, the map, which can say all that the others say. */
export const entryOf = (dictionary: Part): Part => {
  const entry = resolved({ ...dictionary, schema: dictionary.schema.additionalProperties as JsonObject })
  return alternativesOf(entry).find((each) => kindOf(each) === 'object') ?? entry
}

/** The members that a draft may say. */
export const membersOf = (object: Part): ReadonlyMap<string, Part> =>
  new Map(
    Object.entries(object.schema.properties as JsonObject)
      .filter(([name]) => leftOut[object.where]?.includes(name) !== true)
      .map(([name, each]) => [name, resolved({ schema: each as JsonObject, where: name })]),
  )

export const isRequired = (object: Part, name: string): boolean =>
  ((object.schema.required ?? []) as readonly string[]).includes(name)

/** Where it may be a list or something alone, it is a list in an answer. */
export const asList = (part: Part): Part | undefined =>
  kindOf(part) === 'either' ? alternativesOf(part).find((each) => kindOf(each) === 'list') : undefined
