import type { Charter, Entity, Field, Move, Operation, States } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atField } from './check-names.ts'
import { stateApart } from './ours.ts'
import type { Location } from './report.ts'
import { resolved } from './resolved.ts'

/** `states` of a field: states that there are, moves that their operations can make, and what no move ever reaches. */
export const checkStates: CharterCheck = (charter, reporter) => {
  for (const entity of charter.entities) {
    const fields = entity.fields.filter((field) => field.states)
    for (const field of fields) checkField(charter, entity, field, reporter)
    checkOnce(entity, fields, reporter)
  }
}

const checkField = (charter: Charter, entity: Entity, field: Field, reporter: CharterReporter): void => {
  const { states } = field
  if (!states) return
  const at = { ...atField(entity, field), place: states.place }
  const known = valuesOf(charter, field)
  const why = known ? whyNot(charter, entity, field) : `it is ${field.type.kind}, and states are an enum`
  if (why !== null) reporter.report('bad-states', at, { field: field.name, why })
  if (!known || states.initial === '') return
  const names: readonly (readonly [string, Location])[] = [
    [states.initial, at],
    ...states.moves.flatMap((move) => [...move.from, move.to].map((name) => [name, atMove(at, move)] as const)),
  ]
  const unknown = names.filter(([name]) => !known.includes(name))
  for (const [name, where] of unknown) reporter.report('unknown-state', where, { name, known, field: field.name })
  for (const move of states.moves) checkMove(charter, entity, move, atMove(at, move), reporter)
  // A slip in one name leaves others unreached, which is no second mistake; and the service itself moves a run of a job.
  if (unknown.length > 0 || entity.job !== undefined) return
  for (const name of unreached(states, known)) reporter.report('state-unreached', at, { name, field: field.name })
}

const atMove = ({ path }: Location, { operation, place }: Move): Location => ({
  place,
  path: `${path}.states.moves.${operation}`,
})

/** Values of an enum, named or not; undefined of another type. */
const valuesOf = (charter: Charter, { type }: Field): readonly string[] | undefined => {
  const meant = resolved(charter, type)
  return meant.kind === 'enum' ? meant.values : undefined
}

/** Why a field cannot be one that moves alone change, or null. */
const whyNot = (charter: Charter, entity: Entity, field: Field): string | null => {
  if (field.states?.initial === '') return 'its type has a name, and then `initial` is to be said'
  if (entity.isReadOnly) return `nobody writes ${entity.name}, which is \`readOnly\``
  if (charter.access.tenancy?.field === field.name) return 'it says whose a row is'
  if (
    charter.entities.some(({ relations }) => relations.some(({ isOwned, target }) => isOwned && target === entity.name))
  )
    return `rows of ${entity.name} are made anew whenever their parent is written`
  if (entity.key.includes(field.name)) return 'it is part of the key'
  if (field.isOptional) return 'it is optional, and a row is always in a state'
  if (field.isImmutable || field.isReadOnly) return 'it may not change'
  if (field.reveal !== undefined || field.protect !== undefined)
    return 'it is hidden, and a refused move names the state that it is in'
  const isInitial = field.default?.kind === 'value' && field.default.value === field.states?.initial
  return isInitial ? null : 'its `default` is another than the initial state; leave it out'
}

const checkMove = (
  charter: Charter,
  entity: Entity,
  { operation: name, from, to, when, message, isInternal, afterMs }: Move,
  at: Location,
  { report }: CharterReporter,
): void => {
  if (from.includes(to)) report('bad-move', at, { move: name, why: `from \`${to}\` it leads nowhere else` })
  if (message !== undefined && !when)
    report('bad-move', at, { move: name, why: 'it has a `message` for a `when` that it has not' })
  const operation = [...charter.operations, ...charter.internal].find((each) => each.name === name)
  if (!operation) return
  if (isInternal && !operation.isInternal)
    report('bad-move', at, { move: name, why: 'it is `internal`, and its operation is declared without that' })
  const apart = stateApart(charter, entity)
  const isOnRow = operation.entity === entity.name && operation.hasKey
  if (!isOnRow) report('bad-move', at, { move: name, why: `the operation is not on one row of ${entity.name}` })
  else if (operation.effect === 'read') report('bad-move', at, { move: name, why: 'the operation only reads' })
  else if (afterMs !== undefined && needsInput(operation))
    report('bad-move', at, {
      move: name,
      why: 'it is made by itself (`after`), and nothing says what its operation asks for',
    })
  else if (afterMs !== undefined && apart !== null)
    report('bad-move', at, { move: name, why: `it is made by itself (\`after\`), and ${apart}` })
  else if (operation.mode !== 'unary') report('bad-move', at, { move: name, why: `its mode is \`${operation.mode}\`` })
}

const needsInput = ({ input }: Operation): boolean =>
  input.some(({ isOptional, default: of }) => !isOptional && of === undefined)

/** One operation moves one field. */
const checkOnce = (entity: Entity, fields: readonly Field[], { report }: CharterReporter): void => {
  const moved = new Map<string, string>()
  for (const field of fields)
    for (const move of field.states?.moves ?? []) {
      const other = moved.get(move.operation)
      const why = `it moves \`${other}\` too, and a call is one move`
      if (other !== undefined) report('bad-move', atMove(atField(entity, field), move), { move: move.operation, why })
      moved.set(move.operation, field.name)
    }
}

const unreached = ({ initial, moves }: States, known: readonly string[]): readonly string[] => {
  const reached = new Set([initial])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { from, to } of moves) if (from.some((name) => reached.has(name))) reached.add(to)
  }
  return known.filter((name) => !reached.has(name))
}
