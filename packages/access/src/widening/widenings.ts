import { type Charter, type Entity, type Field, sha256, type Widening } from '@charter/charter'
import { askedValues, type Operand } from '@charter/runtime'
import { compileAccess } from '../compile.ts'
import { alignSide } from './align.ts'
import { belongings } from './belonging.ts'
import { type ExposedField, exposureOf, waysOf } from './exposure.ts'
import { any, type Formula, formulaText, nobody } from './formula.ts'
import { implies } from './implies.ts'
import { keepingChanges } from './keeping.ts'
import type { Side } from './side.ts'

/**
 * Every widening on a classified field: who may see more of its values than before, and what keeps it less. A field counts where it has
 * a class before or after. Roles are looked at one by one and in pairs, as one person's grant may open what another role reveals; what
 * a smaller set of roles explains is told of that set alone. In the order of the document after; the same for the same charters.
 */
export const wideningsOf = (before: Charter, after: Charter): readonly Widening[] => {
  const [was, is] = belongings(before, after)
  const sides: Sides = {
    before: alignSide({ charter: before, rules: compileAccess(before).rules, belonging: was }, after),
    after: { charter: after, rules: compileAccess(after).rules, belonging: is },
    holders: holdersOf(after),
    shown: new Map(),
  }
  return after.entities.flatMap((entity) => {
    const was = sides.before.charter.entities.find(({ id }) => id === entity.id)
    return entity.fields.flatMap((field) => {
      const wasField = was?.fields.find(({ id }) => id === field.id)
      const label = field.class ?? wasField?.class
      if (label === undefined) return []
      const about = { entity: entity.name, field: field.name, class: label }
      return [
        ...keepingChanges(wasField, field).map((change) => identified({ ...about, ...change, roles: [], ways: [] })),
        ...seeing(sides, { entity, field, was: was && wasField && { entity: was, field: wasField } }).map((change) =>
          identified({ ...about, ...change, kind: 'sees' }),
        ),
      ]
    })
  })
}

interface Sides {
  readonly before: Side
  readonly after: Side
  readonly holders: readonly (readonly string[])[]
  /** Answers of `implies`, by both texts: fields of one entity mostly ask the same. */
  readonly shown: Map<string, boolean>
}

interface Followed {
  readonly entity: Entity
  readonly field: Field
  /** Undefined: the field is new. */
  readonly was: { readonly entity: Entity; readonly field: Field } | undefined
}

/** No role, each role, each two: what one permits and another reveals needs no third. */
const holdersOf = ({ access: { roles } }: Charter): readonly (readonly string[])[] => [
  [],
  ...roles.map((role) => [role]),
  ...roles.flatMap((role, at) => roles.slice(at + 1).map((other) => [role, other])),
]

type VisibilityChange = Pick<Widening, 'roles' | 'ways' | 'isCertain' | 'before' | 'after'>

const seeing = (sides: Sides, followed: Followed): readonly VisibilityChange[] => {
  const found = waysOf(sides.after, followed.entity, followed.field).flatMap((way) => seeingBy(sides, followed, way))
  const alike = Map.groupBy(found, ({ roles, before, after }) => JSON.stringify([roles, before, after]))
  return [...alike.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, ways: [first, ...rest].flatMap(({ ways }) => ways) }] : [],
  )
}

const seeingBy = (sides: Sides, { entity, field, was }: Followed, way: string): readonly VisibilityChange[] => {
  const told: { readonly roles: readonly string[]; readonly after: Formula }[] = []
  return sides.holders.flatMap((roles): readonly VisibilityChange[] => {
    const asked: ExposedField = { entity, field, way, roles }
    const before = was ? exposureOf(sides.before, { ...asked, ...was }) : nobody
    const after = exposureOf(sides.after, asked)
    const smaller = told.filter((each) => each.roles.every((role) => roles.includes(role)))
    const shows = (narrow: Formula, wide: Formula) => isShown(sides, entity, narrow, wide)
    if (shows(after, any(before, ...smaller.map((each) => each.after)))) return []
    told.push({ roles, after })
    const isCertain = shows(before, after)
    return [{ roles, ways: [way], isCertain, before: formulaText(before), after: formulaText(after) }]
  })
}

const isShown = ({ before, after, shown }: Sides, entity: Entity, narrow: Formula, wide: Formula): boolean => {
  const key = JSON.stringify([entity.name, formulaText(narrow), formulaText(wide)])
  const known = shown.get(key)
  if (known !== undefined) return known
  const was = before.charter.entities.find(({ id }) => id === entity.id)
  const answer = implies(narrow, wide, (operand) =>
    [was ?? entity, entity].some((each, at) =>
      canBeAbsent(operand, each, [before, after][at]?.charter ?? after.charter),
    ),
  )
  shown.set(key, answer)
  return answer
}

/** Whether a value may be missing there: of another row, which may not be there itself, always. */
const canBeAbsent = (operand: Operand, entity: Entity, { access }: Charter): boolean => {
  if (operand.kind === 'principal')
    return (
      operand.name !== 'id' &&
      !askedValues.get(operand.name)?.isRequired &&
      !access.principal.some(({ name, isRequired }) => name === operand.name && isRequired)
    )
  if (operand.kind === 'value' || operand.path.length > 1) return operand.kind !== 'value'
  return entity.fields.find(({ name }) => name === operand.path[0])?.isOptional !== false
}

const identified = (found: Omit<Widening, 'id'>): Widening => {
  const { entity, field, kind, roles, ways, before, after } = found
  const who = roles.length > 0 ? roles.join('+') : 'anyone'
  const what = kind === 'sees' ? `${who}:${ways.join('+')}` : kind
  // What was accepted is this change: made wider afterwards, it asks again.
  const change = sha256(JSON.stringify([before, after])).slice(0, 8)
  return { id: `${entity}.${field}:${what}:${change}`, ...found }
}
