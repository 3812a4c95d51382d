import type { AnalysedAccess, AnalysedEntity, AnalysedField, AnalysedRelation, Analysis } from './analysis.ts'
import { fileNamed } from './read/file-words.ts'
import { entityName, isPlural, wordsOf } from './read/names.ts'

export interface FilesApart {
  readonly analysis: Analysis
  /** Rows that were made of a field, and whose they are: `Photo` of `Contract`. */
  readonly owners: ReadonlyMap<string, string>
}

/**
 * A field holds one file: the photos of a contract are rows of their own, each with its file. What is nothing but the photo of a customer
 * is a field of the customer.
 */
export const filesApart = (found: Analysis): FilesApart => {
  const owners = new Map<string, string>()
  let analysis = found.entities.reduce(fieldOfOwner, found)
  for (const { name, fields } of analysis.entities)
    for (const field of fields.filter(areMany)) analysis = rowsApart(analysis, name, field, owners)
  return { analysis, owners }
}

/**
 * Who may change any contract may send its photos too; who may change some alone is asked about, as of any thing that words say nothing of.
 */
export const withRightsToFiles = (analysis: Analysis, owners: FilesApart['owners']): Analysis => {
  const { access, denied = [] } = analysis
  const ofOwner = <T extends { readonly on: string }>(
    rights: readonly T[],
    to: (right: T, name: string) => readonly T[],
  ) => [...owners].flatMap(([name, owner]) => rights.flatMap((right) => (right.on === owner ? to(right, name) : [])))
  const isSaid = (role: string, on: string) => access.some((each) => each.role === role && each.on === on)
  return {
    ...analysis,
    access: [...access, ...ofOwner(access, (right, name) => (isSaid(right.role, name) ? [] : rightTo(name, right)))],
    denied: [...denied, ...ofOwner(denied, (right, name) => [{ ...right, on: name, do: withCreate(right.do) }])],
  }
}

/** A thing that is a file by its name, of which nothing is said but whose it is. */
const fieldOfOwner = (analysis: Analysis, entity: AnalysedEntity): Analysis => {
  const { entities, relations, access, operations } = analysis
  const options = fileNamed(wordsOf(entity.name).join(' '))
  const about = relations.filter(({ from, to }) => from === entity.name || to === entity.name)
  const isSpokenOf = entity.fields.length > 0 || [...access, ...operations].some(({ on }) => on === entity.name)
  if (!options || isSpokenOf || about.length === 0 || !about.every((each) => isFieldLike(each, entity))) return analysis
  const fieldOf = ({ from, name }: AnalysedRelation): AnalysedEntity['fields'] =>
    about.some((each) => each.from === from) ? [asField(entity, options, name)] : []
  return {
    ...analysis,
    entities: entities
      .filter(({ name }) => name !== entity.name)
      .map((each) => ({
        ...each,
        fields: [...each.fields, ...about.filter(({ from }) => from === each.name).flatMap(fieldOf)],
      })),
    relations: relations.filter((each) => !about.includes(each)),
  }
}

const isFieldLike = ({ from, to, kind }: AnalysedRelation, { name }: AnalysedEntity): boolean =>
  to === name && from !== name && (kind === 'many-to-one' || kind === 'one-to-one')

const asField = (
  { name, aliases: _aliases, fields: _fields, ...from }: AnalysedEntity,
  options: AnalysedField['options'],
  said: string | undefined,
): AnalysedField => ({
  ...from,
  name: said ?? `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  aliases: [],
  type: 'file',
  optional: false,
  enum: null,
  class: options.class === 'pii' ? 'pii' : null,
  options,
})

const areMany = ({ type, name }: AnalysedField): boolean => type === 'file' && isPlural(headOf(name).at(-1) ?? '')

/** `photosOfTheDamage`: photos. */
const headOf = (name: string): readonly string[] => {
  const words = wordsOf(name)
  const of = words.indexOf('of')
  return of > 0 ? words.slice(0, of) : words
}

const rowsApart = (analysis: Analysis, owner: string, field: AnalysedField, owners: Map<string, string>): Analysis => {
  const single = entityName(headOf(field.name).join(' '))
  const { entities, relations } = analysis
  const rest = entities.map((each) =>
    each.name === owner ? { ...each, fields: each.fields.filter((other) => other !== field) } : each,
  )
  const known = entities.find(({ name, aliases }) => name === single || aliases.includes(single))
  if (known && relations.some(({ from, to }) => from === known.name && to === owner))
    return { ...analysis, entities: rest }
  const name = known ? `${owner}${single}` : single
  if (entities.some((each) => each.name === name)) return analysis
  owners.set(name, owner)
  const { optional: _optional, enum: _enum, class: _class, options: _options, type: _type, ...from } = field
  const file: AnalysedField = { ...field, name: 'file', aliases: [], optional: false }
  const relation: AnalysedRelation = {
    ...provenanceOf(field),
    from: name,
    to: owner,
    kind: 'many-to-one',
    owned: false,
    optional: false,
  }
  return {
    ...analysis,
    entities: [...rest, { ...from, name, aliases: [], fields: [file] }],
    relations: [...relations, relation],
  }
}

const provenanceOf = ({ quoted, quote, offset, confidence }: AnalysedField) => ({
  quoted,
  confidence,
  ...(quote !== undefined && { quote }),
  ...(offset !== undefined && { offset }),
})

const rightTo = (name: string, right: AnalysedAccess): readonly AnalysedAccess[] => {
  const actions = plain.filter((each) => right.do.includes(each))
  const isWhole = right.when === null && right.isUnclear !== true && actions.length > 0
  return isWhole ? [{ ...right, on: name, do: withCreate(actions) }] : []
}

const plain = ['create', 'read', 'update', 'delete', 'list']

/** Another photo of a contract is a change of the contract. */
const withCreate = (actions: readonly string[]): readonly string[] =>
  actions.includes('update') && !actions.includes('create') ? ['create', ...actions] : actions
