import type { Charter, Entity, Field, Move, States } from '@charter/charter'
import type { StateDiagram } from '@charter/page'

/** The states of an entity's fields as pictures: in a row; arcs above lead on, arcs below lead back. */
export const stateDiagrams = (
  { name, fields }: Pick<Entity, 'name' | 'fields'>,
  { internal }: Pick<Charter, 'internal'>,
): readonly StateDiagram[] => {
  const own = new Set(internal.map((operation) => operation.name))
  return fields.flatMap((field) => (field.states ? [diagramOf(name, field, told(field.states, own))] : []))
}

/** Moves of the service's own code are nobody's to make, and have no name here. */
const told = (states: States, own: ReadonlySet<string>): States => ({
  ...states,
  moves: states.moves.map((move) => (own.has(move.operation) ? { ...move, operation: 'the service' } : move)),
})

/** In pixels, of text of 13 pixels in a monospaced face. */
const letter = 8
const box = { height: 32, padding: 14 }
const gap = 28
/** From one arc to the next. */
const rise = 26
const margin = 4

interface Edge {
  readonly from: number
  readonly to: number
  readonly names: readonly string[]
}

const diagramOf = (entity: string, field: Field, states: States): StateDiagram => {
  const order = orderOf(field, states)
  const edges = edgesOf(states.moves, order)
  const levels = levelsOf(edges)
  const highest = (isWanted: (edge: Edge) => boolean): number =>
    Math.max(0, ...edges.filter(isWanted).map((edge) => levels.get(edge) ?? 0))
  const [above, below] = [highest(isOnward), highest((edge) => !isOnward(edge))]
  const top = margin + (above > 0 ? above * rise + 14 : 0)
  const places = placesOf(order, edges.filter(isStraight), top)
  const end = places.at(-1)
  return {
    field: field.name,
    label: labelOf(entity, field, states),
    width: (end ? end.x + end.width : 0) + margin,
    height: top + box.height + (below > 0 ? below * rise + 18 : 0) + margin,
    states: order.map((name, at) => ({
      name,
      ...(places[at] ?? { x: 0, y: 0, width: 0, height: 0 }),
      isInitial: name === states.initial,
      isFinal: !edges.some(({ from }) => from === at),
    })),
    moves: edges.flatMap((edge) => {
      const [from, to] = [places[edge.from], places[edge.to]]
      if (!from || !to) return []
      const level = levels.get(edge)
      return [{ names: edge.names, ...(level === undefined ? straight(from, to) : arc(from, to, level)) }]
    }),
  }
}

const isOnward = ({ from, to }: Edge): boolean => to > from

/** A row reads on without an arc: from a state straight to the one beside it. */
const isStraight = ({ from, to }: Edge): boolean => to === from + 1

/** The initial state first, then the others as the field has them, or as moves name them. */
const orderOf = ({ type }: Field, { initial, moves }: States): readonly string[] => [
  ...new Set([initial, ...(type.kind === 'enum' ? type.values : moves.flatMap(({ from, to }) => [...from, to]))]),
]

/** How high each arc runs: short ones below those that pass over them, and none along another. */
const levelsOf = (edges: readonly Edge[]): ReadonlyMap<Edge, number> => {
  const levels = new Map<Edge, number>()
  const arcs = edges.filter((edge) => !isStraight(edge)).toSorted((a, b) => spanOf(a) - spanOf(b))
  for (const edge of arcs) {
    const beside = [...levels].filter(([other]) => isOnward(other) === isOnward(edge) && isOver(edge, other))
    const taken = new Set(beside.map(([, level]) => level))
    let level = 1
    while (taken.has(level)) level++
    levels.set(edge, level)
  }
  return levels
}

const spanOf = ({ from, to }: Edge): number => Math.abs(to - from)

const isOver = (one: Edge, other: Edge): boolean =>
  Math.min(one.from, one.to) < Math.max(other.from, other.to) &&
  Math.min(other.from, other.to) < Math.max(one.from, one.to)

/** One line for all moves between the same two. */
const edgesOf = (moves: readonly Move[], order: readonly string[]): readonly Edge[] => {
  const pairs = moves.flatMap(({ operation, from, to }) =>
    from.map((state) => ({ from: order.indexOf(state), to: order.indexOf(to), operation })),
  )
  return [...Map.groupBy(pairs, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) =>
    same[0]
      ? [{ from: same[0].from, to: same[0].to, names: [...new Set(same.map(({ operation }) => operation))] }]
      : [],
  )
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const widthOf = (text: string): number => text.length * letter

/** A straight move has its name between the two, which makes room for it. */
const placesOf = (order: readonly string[], straights: readonly Edge[], y: number): readonly Box[] => {
  let x = margin
  return order.map((state, at) => {
    const width = Math.max(48, widthOf(state) + 2 * box.padding)
    const placed = { x, y, width, height: box.height }
    const names = straights.find(({ from }) => from === at)?.names.join(', ') ?? ''
    x += width + Math.max(gap, names === '' ? 0 : widthOf(names) + 24)
    return placed
  })
}

const straight = (from: Box, to: Box) => {
  const [start, end, y] = [from.x + from.width, to.x, from.y + from.height / 2]
  return { path: `M${start} ${y}H${end - 2}`, x: (start + end) / 2, y: y - 6 }
}

/** Over the row where it leads on, under it where it leads back. */
const arc = (from: Box, to: Box, level: number) => {
  const isBack = to.x < from.x
  const edge = isBack ? from.y + from.height : from.y
  const sign = isBack ? 1 : -1
  const [start, end] = [from.x + from.width / 2 - sign * 10, to.x + to.width / 2 + sign * 10]
  const peak = edge + sign * level * rise
  const bend = 12
  const inward = start < end ? bend : -bend
  return {
    path: `M${start} ${edge}V${peak - sign * bend}Q${start} ${peak} ${start + inward} ${peak}H${end - inward}Q${end} ${peak} ${end} ${peak - sign * bend}V${edge + sign * 2}`,
    x: (start + end) / 2,
    y: isBack ? peak + 14 : peak - 5,
  }
}

/** For whoever does not see it. */
const labelOf = (entity: string, { name }: Field, { initial, moves }: States): string =>
  `States of ${entity}.${name}, from ${initial}: ${moves
    .map(({ operation, from, to }) => `${operation} leads from ${from.join(' or ')} to ${to}`)
    .join('; ')}.`
