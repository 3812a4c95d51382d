import {
  type Json,
  type JsonObject,
  pageRows,
  type Selection,
  type TextPage,
  type TextRow,
  toldOf,
} from '@charter/runtime'
import type { FieldNode } from 'graphql'
import { type CompileContext, fieldsBelow } from './collect.ts'
import { type Cost, costOf, sum, times } from './cost.ts'
import { type Asked, type Direction, directionOf } from './page-arguments.ts'
import type { RowPlan } from './row-plan.ts'
import {
  type AnswerContext,
  guarded,
  listOf,
  objectOf,
  type Shaper,
  type Slot,
  takeRest,
  typenameSlot,
} from './shaping.ts'
import { argumentOf } from './source.ts'

/** How pages become connections (Relay cursor connections). */
export interface PagePlan {
  readonly shape: Shaper
  readonly cost: Cost
  /** What beside rows is asked of it: their cursors, and how many there are. */
  readonly asks: Pick<Selection, 'count' | 'cursors'>
  /** The answer as text, where the page came as such; null where it has to be read. */
  text(page: TextPage, shaping: AnswerContext): string | null
}

/** What a page is asked for, as its members are met. */
interface Asks {
  count?: true
  cursors?: 'all' | 'ends'
}

/** One member of a connection, made of the page's value or of its text. */
interface PageSlot extends Slot {
  /** Left out where rows are not looked at: then it is made of what else a page holds. */
  readonly text?: (page: TextPage, shaping: AnswerContext) => string | null
}

interface PageRow {
  readonly plan: RowPlan
  readonly typeNames: { readonly connection: string; readonly edge: string }
}

/** What a connection is of. */
export interface Connected {
  readonly typeNames: PageRow['typeNames']
  row(nodes: readonly FieldNode[]): RowPlan
}

/** Pages of whatever `row` compiles, as connections. */
export const compileConnection = (
  compiling: CompileContext,
  first: FieldNode,
  nodes: readonly FieldNode[],
  { typeNames, row }: Connected,
): PagePlan => {
  const { limits } = compiling.directory.model
  const groups = fieldsBelow(compiling, typeNames.connection, nodes)
  const plans: RowPlan[] = []
  const asks: Asks = {}
  const rowPlan = (below: readonly FieldNode[]): RowPlan => {
    const plan = row(below)
    plans.push(plan)
    return plan
  }
  const slots = [...groups].map(([key, fields]): PageSlot => {
    switch (fields[0]?.name.value) {
      case 'nodes':
        return listSlot(key, rowPlan(fields))
      case 'edges': {
        const edges = edgeSlots(compiling, typeNames.edge, fields, rowPlan, asks)
        return {
          key,
          read: (page, shaping) => edgesOf(page, edges, key, shaping),
          text: (page, shaping) => edgesText(page, edges, shaping),
        }
      }
      case 'pageInfo':
        return pageInfoSlot(compiling, key, fields, directionOf(first), asks)
      case 'totalCount':
        asks.count = true
        return { key, read: (page) => countOf(page)?.value ?? null }
      case 'isTotalCountExact':
        asks.count = true
        return { key, read: (page) => countOf(page)?.isExact ?? null }
      default:
        return typenameSlot(key, typeNames.connection)
    }
  })
  const [most, last] = [argumentOf(first, 'first'), argumentOf(first, 'last')]
  const size = (variables: JsonObject) => {
    const asked = most.of(variables) ?? last.of(variables)
    return typeof asked === 'number' ? Math.min(Math.max(asked, 0), limits.pageSizeMax) : limits.pageSizeDefault
  }
  return {
    cost: costOf(asks.count ? 11 : 1, times(size, sum(plans.map(({ cost }) => cost)))),
    asks,
    text: (page, shaping) => textOf(page, slots, shaping),
    // Pages are objects: the executor's own.
    shape: (page, shaping) => objectOf(slots, page as JsonObject, shaping),
  }
}

const textOf = (page: TextPage, slots: readonly PageSlot[], shaping: AnswerContext): string | null => {
  let text = ''
  for (const { key, read, text: write } of slots) {
    const { left } = shaping.room
    const value = write ? write(page, shaping) : JSON.stringify(read(toldOf(page) as JsonObject, shaping))
    if (value === null) return null
    const member = `${text === '' ? '{' : ','}${JSON.stringify(key)}:${value}`
    takeRest(shaping.room, left, member)
    text += member
  }
  return `${text}}`
}

const rowsText = (
  rows: readonly TextRow[],
  { room }: AnswerContext,
  write: (row: TextRow, at: number) => string | null,
): string | null => {
  let text = '['
  for (let at = 0; at < rows.length; at++) {
    const { left } = room
    const row = write(rows[at] as TextRow, at)
    if (row === null) return null
    takeRest(room, left, row)
    text += at === 0 ? row : `,${row}`
  }
  return `${text}]`
}

const itemsOf = ({ items }: JsonObject): readonly Json[] => (Array.isArray(items) ? (items as readonly Json[]) : [])

const cursorsIn = ({ cursors }: JsonObject): readonly Json[] =>
  Array.isArray(cursors) ? (cursors as readonly Json[]) : []

const countOf = ({ count }: JsonObject) =>
  (count ?? null) as { readonly value: number; readonly isExact: boolean } | null

const listSlot = (key: string, { shape, text, lines }: RowPlan): PageSlot => ({
  key,
  read: (page, shaping) => {
    shaping.path.push(key)
    const list = listOf(itemsOf(page), shape, false, shaping)
    shaping.path.pop()
    return list
  },
  text: (page, shaping) => {
    const joined = typeof page.rows === 'string' ? lines(page.rows) : null
    return joined === null ? rowsText(pageRows(page), shaping, (row) => text(row, shaping)) : `[${joined}]`
  },
})

/** One member of an edge. `text` is told the cursor. */
interface EdgeSlot extends Slot {
  readonly text: (row: TextRow, cursor: string | null, shaping: AnswerContext) => string | null
}

const edgeSlots = (
  compiling: CompileContext,
  typeName: string,
  nodes: readonly FieldNode[],
  row: (nodes: readonly FieldNode[]) => RowPlan,
  asks: Asks,
): readonly EdgeSlot[] =>
  [...fieldsBelow(compiling, typeName, nodes)].map(([key, fields]): EdgeSlot => {
    switch (fields[0]?.name.value) {
      case 'node': {
        const plan = row(fields)
        const shape = guarded(plan.shape, false, key)
        return {
          key,
          read: (edge, shaping) => shape(edge.node ?? null, shaping),
          text: (of, _cursor, shaping) => plan.text(of, shaping),
        }
      }
      case 'cursor':
        asks.cursors = 'all'
        return { key, read: (edge) => edge.cursor ?? null, text: (_row, cursor) => JSON.stringify(cursor) }
      default:
        return { ...typenameSlot(key, typeName), text: () => JSON.stringify(typeName) }
    }
  })

const edgesOf = (page: JsonObject, slots: readonly Slot[], key: string, shaping: AnswerContext): Json | undefined => {
  const cursors = cursorsIn(page)
  const edges = itemsOf(page).map((node, at): Json => ({ node, cursor: cursors[at] ?? null }))
  shaping.path.push(key)
  const list = listOf(edges, (edge, inner) => objectOf(slots, edge as JsonObject, inner), false, shaping)
  shaping.path.pop()
  return list
}

const edgesText = (page: TextPage, slots: readonly EdgeSlot[], shaping: AnswerContext): string | null => {
  const rows = pageRows(page)
  return rowsText(rows, shaping, (row, at) => {
    let text = ''
    for (const slot of slots) {
      const { left } = shaping.room
      const value = slot.text(row, page.cursors?.[at] ?? null, shaping)
      if (value === null) return null
      const member = `${text === '' ? '{' : ','}${JSON.stringify(slot.key)}:${value}`
      takeRest(shaping.room, left, member)
      text += member
    }
    return `${text}}`
  })
}

const pageInfoSlot = (
  compiling: CompileContext,
  key: string,
  nodes: readonly FieldNode[],
  asked: Direction,
  asks: Asks,
): Slot => {
  const slots = [...fieldsBelow(compiling, 'PageInfo', nodes)].map(([name, fields]): Slot => {
    switch (fields[0]?.name.value) {
      case 'startCursor':
        asks.cursors ??= 'ends'
        return { key: name, read: (page, { variables }) => endOf(page, asked.of(variables), true) }
      case 'endCursor':
        asks.cursors ??= 'ends'
        return { key: name, read: (page, { variables }) => endOf(page, asked.of(variables), false) }
      case 'hasNextPage':
        return { key: name, read: (page, { variables }) => isMore(page, asked.of(variables), false) }
      case 'hasPreviousPage':
        return { key: name, read: (page, { variables }) => isMore(page, asked.of(variables), true) }
      default:
        return typenameSlot(name, 'PageInfo')
    }
  })
  return { key, read: (page, shaping) => objectOf(slots, page, shaping) }
}

/** Relay: the way that is read, the page tells whether there is more; whoever began at a cursor has the row of it behind them. */
const isMore = ({ next = null }: JsonObject, { isBackward, begins }: Asked, isBefore: boolean): boolean =>
  isBackward === isBefore ? next !== null : begins

/** The cursor of the first row or the last; who makes a page without cursors says at least where it goes on. */
const endOf = (page: JsonObject, { isBackward }: Asked, isFirst: boolean): Json =>
  cursorsIn(page).at(isFirst ? 0 : -1) ?? (isBackward === isFirst ? (page.next ?? null) : null)
