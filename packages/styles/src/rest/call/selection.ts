import { filterJson, includedIn, isUnsaid, ownMember, type Selection } from '@charter/runtime'
import type { RestEntity, RestSurface } from '../surface.ts'
import { fieldsOf } from '../transport/selection.ts'
import { filterParameters } from './filter.ts'

/**
 * A selection as query parameters; undefined where the query cannot say it, or should not, as a filter over a
 * protected field.
 */
export const selectionParameters = (
  surface: RestSurface,
  entity: RestEntity | undefined,
  select: Selection,
): readonly (readonly [string, string])[] | undefined => {
  const parameters: (readonly [string, string])[] = []
  const plain: string[] = []
  const isCarried = write({ surface, parameters, plain }, entity, select, '', '')
  if (!isCarried) return undefined
  return plain.length > 0 ? [...parameters, ['include', plain.join(',')]] : parameters
}

interface QueryDraft {
  readonly surface: RestSurface
  readonly parameters: (readonly [string, string])[]
  /** Relations included as they are. */
  readonly plain: string[]
}

const write = (
  writing: QueryDraft,
  entity: RestEntity | undefined,
  select: Selection,
  prefix: string,
  path: string,
): boolean => {
  const { parameters } = writing
  const add = (name: string, value: string) => parameters.push([prefix === '' ? name : `${prefix}[${name}]`, value])
  const names = [...(select.fields ?? []), ...(select.sort ?? []).map(({ field }) => field)]
  if (isUnsaid(select) || names.some((name) => name === '' || name.includes(','))) return false
  const before = parameters.length
  if (select.fields) add('fields', select.fields.join(','))
  if (select.sort)
    add('sort', select.sort.map(({ field, isDescending }) => (isDescending ? `-${field}` : field)).join(','))
  if (select.limit !== undefined) add('limit', String(select.limit))
  if (select.after !== undefined) add('after', select.after)
  if (select.count !== undefined) add('count', String(select.count))
  if (select.filter && !writeFilter(parameters, entity, select.filter, prefix)) return false
  if (path !== '' && parameters.length === before) writing.plain.push(path)
  // Aliases are not sayable (isUnsaid), so a member has its relation's own name.
  return includedIn(select).every(({ relation: name, selection: inner }) => {
    const at = path === '' ? name : `${path}.${name}`
    const target = writing.surface.entities.find((each) => each.name === (entity && ownMember(entity.relations, name)))
    return !/[[\],.]/.test(name) && write(writing, target, inner, `include[${at}]`, at)
  })
}

const writeFilter = (
  parameters: (readonly [string, string])[],
  entity: RestEntity | undefined,
  filter: NonNullable<Selection['filter']>,
  prefix: string,
): boolean => {
  if (fieldsOf(filter).some((field) => entity?.protected.includes(field))) return false
  const name = prefix === '' ? 'filter' : `${prefix}[filter]`
  const plain = filterParameters(filter)
  const tree = plain ? undefined : filterJson(filter)
  if (plain) parameters.push(...plain.map(([steps, text]) => [`${name}${steps}`, text] as const))
  else if (tree) parameters.push([name, JSON.stringify(tree)])
  return plain !== undefined || tree !== undefined
}
