import type { FieldNode } from 'graphql'
import { type InputError, type Json, type JsonObject, pointer, type Selection } from '../runtime/index.ts'
import { type Compiling, fieldsBelow } from './collect.ts'
import { type Cost, costOf, sum, times } from './cost.ts'
import type { Directory, Entry } from './directory.ts'
import { readOrder } from './filter.ts'
import { compileRow, filterIn, type Needs, type RowPlan } from './row.ts'
import { guarded, listOf, objectOf, type Shaper, type Shaping, type Slot, typenameSlot } from './shaping.ts'
import { argumentOf, type Source } from './source.ts'

/** How pages become connections (Relay cursor connections). */
export interface PagePlan {
  readonly shape: Shaper
  readonly cost: Cost
  readonly isCounted: boolean
  /** The answer as text, where the page came as such and nothing is made of its rows; null where it has to be read. */
  text(page: string, next: string | null, shaping: Shaping): string | null
}

interface PageRow {
  readonly plan: RowPlan
  readonly typeNames: { readonly connection: string; readonly edge: string }
}

/** Rows of a list, of whatever kind: `row` compiles what is selected of one. */
export const compilePage = (
  compiling: Compiling,
  entry: Entry,
  first: FieldNode,
  nodes: readonly FieldNode[],
  needs: Needs,
): PagePlan => {
  const { connection, edge } = entry.names.types
  return compileConnection(compiling, first, nodes, {
    typeNames: { connection, edge },
    row: (below) => compileRow(compiling, entry, below, needs),
  })
}

/** What a connection is of. */
export interface Connected {
  readonly typeNames: PageRow['typeNames']
  row(nodes: readonly FieldNode[]): RowPlan
}

/** Pages of whatever `row` compiles, as connections. */
export const compileConnection = (
  compiling: Compiling,
  first: FieldNode,
  nodes: readonly FieldNode[],
  { typeNames, row }: Connected,
): PagePlan => {
  const { limits } = compiling.directory.model
  const groups = fieldsBelow(compiling, typeNames.connection, nodes)
  const plans: RowPlan[] = []
  let isCounted = false
  let rowsKey = ''
  const rowPlan = (below: readonly FieldNode[]): RowPlan => {
    const plan = row(below)
    plans.push(plan)
    return plan
  }
  const slots = [...groups].map(([key, fields]): Slot => {
    switch (fields[0]?.name.value) {
      case 'nodes': {
        const { shape } = rowPlan(fields)
        rowsKey = key
        return listSlot(key, shape)
      }
      case 'edges': {
        const edges = edgeSlots(compiling, typeNames.edge, fields, rowPlan)
        return { key, read: (page, shaping) => edgesOf(page, edges, key, shaping) }
      }
      case 'pageInfo':
        return pageInfoSlot(compiling, key, fields, argumentOf(first, 'after'))
      case 'totalCount':
        isCounted = true
        return { key, read: (page) => countOf(page)?.value ?? null }
      case 'isTotalCountExact':
        isCounted = true
        return { key, read: (page) => countOf(page)?.isExact ?? null }
      default:
        return typenameSlot(key, typeNames.connection)
    }
  })
  const after = argumentOf(first, 'first')
  const size = (variables: JsonObject) => {
    const asked = after.of(variables)
    return typeof asked === 'number' ? Math.min(Math.max(asked, 0), limits.pageSizeMax) : limits.pageSizeDefault
  }
  return {
    cost: costOf(isCounted ? 11 : 1, times(size, sum(plans.map(({ cost }) => cost)))),
    get isCounted() {
      return isCounted
    },
    text(page, next, shaping) {
      if (plans.length !== 1 || !rowsKey || !plans[0]?.isSame()) return null
      return textOf(page, next, { slots, rowsKey, shaping })
    },
    // Pages are objects: the executor's own.
    shape: (page, shaping) => objectOf(slots, page as JsonObject, shaping),
  }
}

const start = '{"items":'

/** The rows' text goes out as it came; what stands after it is read. A null in it may be one that must not be there. */
const textOf = (
  page: string,
  next: string | null,
  { slots, rowsKey, shaping }: { readonly slots: readonly Slot[]; readonly rowsKey: string; readonly shaping: Shaping },
): string | null => {
  const end = page.lastIndexOf(`,"next":${JSON.stringify(next)}`)
  const rows = page.slice(start.length, end)
  if (end === -1 || !page.startsWith(start) || rows.includes(':null')) return null
  const rest = JSON.parse(`{${page.slice(end + 1)}`) as JsonObject
  const members = slots.map((slot) => {
    const text = slot.key === rowsKey ? rows : JSON.stringify(slot.read(rest, shaping))
    return `${JSON.stringify(slot.key)}:${text}`
  })
  return `{${members.join(',')}}`
}

const itemsOf = ({ items }: JsonObject): readonly Json[] => (Array.isArray(items) ? (items as readonly Json[]) : [])

const countOf = ({ count }: JsonObject) =>
  (count ?? null) as { readonly value: number; readonly isExact: boolean } | null

const listSlot = (key: string, row: Shaper): Slot => ({
  key,
  read: (page, shaping) => {
    shaping.path.push(key)
    const list = listOf(itemsOf(page), row, false, shaping)
    shaping.path.pop()
    return list
  },
})

const edgeSlots = (
  compiling: Compiling,
  typeName: string,
  nodes: readonly FieldNode[],
  row: (nodes: readonly FieldNode[]) => RowPlan,
): readonly Slot[] =>
  [...fieldsBelow(compiling, typeName, nodes)].map(([key, fields]): Slot => {
    switch (fields[0]?.name.value) {
      case 'node': {
        const shape = guarded(row(fields).shape, false, key)
        return { key, read: (edge, shaping) => shape(edge.node ?? null, shaping) }
      }
      case 'cursor':
        return { key, read: (edge) => edge.cursor ?? null }
      default:
        return typenameSlot(key, typeName)
    }
  })

/** Only the last row's place is known, as the cursor after which the next page begins. */
const edgesOf = (page: JsonObject, slots: readonly Slot[], key: string, shaping: Shaping): Json | undefined => {
  const items = itemsOf(page)
  const edges = items.map((node, at): Json => ({ node, cursor: at === items.length - 1 ? (page.next ?? null) : null }))
  shaping.path.push(key)
  const list = listOf(edges, (edge, inner) => objectOf(slots, edge as JsonObject, inner), false, shaping)
  shaping.path.pop()
  return list
}

const pageInfoSlot = (compiling: Compiling, key: string, nodes: readonly FieldNode[], after: Source): Slot => {
  const slots = [...fieldsBelow(compiling, 'PageInfo', nodes)].map(([name, fields]): Slot => {
    switch (fields[0]?.name.value) {
      case 'endCursor':
        return { key: name, read: (page) => page.next ?? null }
      case 'hasNextPage':
        return { key: name, read: (page) => (page.next ?? null) !== null }
      case 'hasPreviousPage':
        // Relay: whoever asks for what follows a row has one before it.
        return { key: name, read: (_page, { variables }) => (after.of(variables) ?? null) !== null }
      case 'startCursor':
        return { key: name, read: () => null }
      default:
        return typenameSlot(name, 'PageInfo')
    }
  })
  return { key, read: (page, shaping) => objectOf(slots, page, shaping) }
}

/** `first`, `after`, `filter`, `orderBy` of a field. `path`: where it stands in the answer, by JSON Pointer. */
export const pageArguments = (directory: Directory, entry: Entry, field: FieldNode, path: string) => {
  const [filter, orderBy] = [argumentOf(field, 'filter'), argumentOf(field, 'orderBy')]
  const bounds = pageBounds(field, path)
  return (variables: JsonObject, errors: InputError[]): Selection => {
    const order = orderBy.of(variables) ?? null
    return {
      ...filterIn(directory, entry, filter.of(variables), path + pointer('filter'), errors),
      ...(order !== null && { sort: readOrder({ entry, errors }, order, path + pointer('orderBy')) }),
      ...bounds(variables, errors),
    }
  }
}

/** `first` and `after` of a field. */
export const pageBounds = (field: FieldNode, path: string) => {
  const [first, after] = [argumentOf(field, 'first'), argumentOf(field, 'after')]
  return (variables: JsonObject, errors: InputError[]): Selection => {
    const [limit, cursor] = [first.of(variables) ?? null, after.of(variables) ?? null]
    const wrong = (name: string, message: string) =>
      void errors.push({ path: path + pointer(name), code: 'wrong-type', message })
    if (limit !== null && !Number.isInteger(limit)) wrong('first', 'Give a whole number.')
    if (cursor !== null && typeof cursor !== 'string') wrong('after', 'Give the "endCursor" of the page before.')
    return {
      ...(typeof limit === 'number' && { limit }),
      ...(typeof cursor === 'string' && { after: cursor }),
    }
  }
}
