import type { InputErrors, Json, JsonObject, Selection, Sort } from '../runtime/index.ts'
import { errorPointer } from '../runtime/index.ts'
import { type Directory, entityOf, relatedRow } from './directory.ts'
import { predicateOf } from './filter.ts'
import type { MessagePlan } from './surface.ts'

/** What a request, or an entry of its `include`, asks of rows of the message `row`; undefined where it asks nothing. */
export const selectionOf = (
  directory: Directory,
  row: MessagePlan,
  asked: JsonObject,
  errors: InputErrors,
  path = '',
): Selection | undefined => {
  const select = readSelection(directory, row, asked, errors, path)
  return Object.keys(select).length > 0 ? select : undefined
}

const readSelection = (
  directory: Directory,
  row: MessagePlan,
  { fields, include, filter, sort, limit, after, count }: JsonObject,
  errors: InputErrors,
  path: string,
): Selection => {
  const where =
    filter === undefined
      ? undefined
      : predicateOf(entityOf(directory, row), filter as JsonObject, `${path}/filter`, errors)
  const order = typeof sort === 'string' && sort !== '' ? sortsOf(row, sort, `${path}/sort`, errors) : undefined
  const included = include === undefined ? undefined : includeOf(directory, row, include as JsonObject, errors, path)
  return {
    ...(fields !== undefined && { fields: fields as readonly string[] }),
    ...(included && { include: included }),
    ...(where && { filter: where }),
    ...(order && { sort: order }),
    ...(typeof limit === 'number' && { limit }),
    ...(typeof after === 'string' && { after }),
    ...(typeof count === 'boolean' && { count }),
  }
}

const includeOf = (
  directory: Directory,
  row: MessagePlan,
  include: JsonObject,
  errors: InputErrors,
  path: string,
): Record<string, Selection> | undefined => {
  const entries = Object.entries(include).flatMap(([name, inner]) => {
    const message = relatedRow(directory, row, name)
    if (!message) return []
    const at = `${path}/include${errorPointer(name)}`
    return [[name, readSelection(directory, message, inner as JsonObject, errors, at)] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** AIP-132: `name, birth_date desc`. A name that is none goes on as it is, for the service to refuse. */
const sortsOf = (row: MessagePlan, text: string, path: string, errors: InputErrors): readonly Sort[] => {
  const members = membersOf(row)
  return text.split(',').map((part): Sort => {
    const [name = '', direction = 'asc', ...more] = part.trim().split(/\s+/)
    if (name === '' || more.length > 0 || (direction !== 'asc' && direction !== 'desc'))
      errors.push({
        path,
        code: 'format',
        message: 'Give fields with commas between them, like "name, birth_date desc".',
      })
    const field = members.get(name) ?? name
    return direction === 'desc' ? { field, isDescending: true } : { field }
  })
}

const kept = new WeakMap<MessagePlan, ReadonlyMap<string, string>>()

/** Members by what protobuf calls them. */
export const membersOf = (message: MessagePlan): ReadonlyMap<string, string> => {
  const known = kept.get(message)
  if (known) return known
  const made = new Map(message.fields.map(({ name, member }) => [name, member]))
  kept.set(message, made)
  return made
}

/** The aggregate that a request asks. */
export const aggregateOf = ({ groupBy, sum, average, min, max }: JsonObject): Selection['aggregate'] => {
  const given = { groupBy, sum, average, min, max }
  const said = Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  // Masks are lists of names.
  return Object.fromEntries(said) as unknown as NonNullable<Selection['aggregate']>
}
