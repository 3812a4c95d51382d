import { actionsOf } from '../language/actions.ts'
import { bothOf, limitActions } from '../limit-actions.ts'
import { movesOf, type Options } from '../options.ts'
import { linesOf, type OutlineEntity } from '../outline.ts'
import { operationName } from '../outline-names.ts'

/** A condition more on something that is done with rows. */
export interface DeedLimit {
  readonly condition: string
  /** What is told where a move is refused. */
  readonly message: string
  /** Of this role alone; absent: of whoever does it. */
  readonly role?: string | undefined
}

/** What of a verb somebody may do with a thing, or a state is moved by: `approveRequest`, `update`. */
export const deedsThere = (verb: string, entity: OutlineEntity): readonly string[] => {
  const known = actionsOf(verb) ?? [operationName(`${verb} ${entity.name}`)]
  const lines = [...entity.allow.values()].flatMap(linesOf)
  return known.filter((action) => lines.some(({ actions }) => actions.has(action)) || moveIn(entity, action) !== null)
}

/** Puts deeds under a condition: at the move where that is one and everybody is meant, else at the rights to it. */
export const limitDeeds = (entity: OutlineEntity, deeds: readonly string[], limit: DeedLimit): void => {
  const { condition, role } = limit
  const left = role === undefined ? deeds.filter((deed) => !limitMove(entity, deed, limit)) : deeds
  for (const [name, grant] of entity.allow)
    if (role === undefined || name === role) limitActions(grant, left, condition)
}

interface Move {
  readonly name: string
  readonly field: string
  readonly states: Options
  readonly moves: Options
  readonly move: Options
}

/** Moves of which one or another is made: `grant` and `refuse`, of what was examined; of those that have no other, all. */
export const choicesIn = ({ fields }: OutlineEntity): readonly string[] => {
  const all = [...fields.values()].flatMap(({ states }) => Object.entries(movesOf(states)))
  const choices = all.filter(([name, { from }]) =>
    all.some(([other, { from: of }]) => other !== name && String(of) === String(from)),
  )
  return (choices.length > 0 ? choices : all).map(([name]) => name)
}

/** The move that leads to a state. */
export const moveTo = ({ fields }: OutlineEntity, state: string): string | undefined =>
  [...fields.values()].flatMap(({ states }) => {
    const moves = movesOf(states)
    return Object.keys(moves).filter((name) => moves[name]?.to === state)
  })[0]

/** The move of a state that has this name. */
export const moveIn = ({ fields }: OutlineEntity, action: string): Move | null => {
  for (const [field, { states }] of fields) {
    const moves = (states as Options | undefined)?.moves as Options | undefined
    const move = moves?.[action] as Options | undefined
    if (states !== undefined && moves && move) return { name: action, field, states: states as Options, moves, move }
  }
  return null
}

const limitMove = (entity: OutlineEntity, deed: string, { condition, message }: DeedLimit): boolean => {
  const found = moveIn(entity, deed)
  if (!found) return false
  const { when, message: said, ...move } = found.move
  const both = typeof when === 'string' ? bothOf(when, condition) : condition
  const told = typeof said === 'string' && said !== message ? `${said} ${message}` : message
  setMove(entity, found, { ...move, when: both, message: told })
  return true
}

/** Writes a move anew. */
export const setMove = (entity: OutlineEntity, { name, field, states, moves }: Move, move: Options): void => {
  const changed = { ...moves, [name]: move }
  entity.fields.set(field, { ...entity.fields.get(field), states: { ...states, moves: changed } })
}

/** Takes deeds from everybody; whether anybody had one of them. */
export const takeDeeds = ({ allow }: OutlineEntity, deeds: readonly string[]): boolean => {
  const lines = [...allow.values()].flatMap(linesOf)
  return lines.map(({ actions }) => deeds.map((deed) => actions.delete(deed)).includes(true)).includes(true)
}
