import type { CedarValueJson, Expr } from '@cedar-policy/cedar-wasm/nodejs'
import { type Charter, didYouMean, type Entity, isSealed, nearest, relatedSet } from '@charter/charter'
import { type AskedValue, askedValues, type Json, type Operand, type Type } from '@charter/runtime'
import { cedarValueType, meantBy } from './cedar-type.ts'
import { isMoment, momentOf } from './moments.ts'
import { refuse, refuseUnknown } from './refusal.ts'
import { unconstrained } from './unconstrained.ts'
import type { Value } from './value.ts'

/** What a policy is compiled for: one entity (null: operations on none). */
export interface Scope {
  readonly charter: Charter
  readonly entity: Entity | null
}

/** Relations a condition may follow, one after another. */
export const relationDepthMax = 4

/** The value an expression stands for; refuses what is none of the subset. */
export const compileValue = (expr: Expr, scope: Scope): Value => {
  if ('Value' in expr) return literalOf(expr.Value as CedarValueJson)
  if ('Set' in expr)
    return { kind: 'literal', value: (expr.Set as readonly Expr[]).map((each) => elementOf(each, scope)) }
  if ('Var' in expr) return variable(expr.Var as string, scope)
  if ('.' in expr) {
    const { left, attr } = expr['.'] as { left: Expr; attr: string }
    return attributeOf(compileValue(left, scope), attr, scope)
  }
  return momentOf(expr, (part) => compileValue(part, scope)) ?? refuse(...unsupported(expr))
}

const elementOf = (expr: Expr, scope: Scope): Json => {
  const value = compileValue(expr, scope)
  return value.kind === 'literal'
    ? value.value
    : refuse('A set of values that are not literals', 'Write `a == b || a == c`.')
}

const literalOf = (value: CedarValueJson): Value => {
  if (typeof value === 'number') return { kind: 'literal', value: within(value) }
  if (typeof value === 'string') return { kind: 'literal', value: sayable(value) }
  if (typeof value === 'boolean') return { kind: 'literal', value }
  if (Array.isArray(value)) return { kind: 'literal', value: value as Json }
  return refuse('An entity as a value', 'Compare a key field, as in `resource.ownerId == principal.id`.')
}

/** No text of a charter holds NUL, and not every database takes it in a parameter. */
export const sayable = (text: string): string =>
  text.includes('\u0000') ? refuse('A text with NUL in it', 'Leave it out: no field holds one.') : text

/**
 * Cedar's parser gives an integer as a JavaScript number, rounded past 2^53. No Long of a charter is that far out, so one
 * just outside compares the same with all of them, and every database can take it.
 */
const within = (literal: number): number => Math.max(-outside, Math.min(outside, literal))
const outside = Number.MAX_SAFE_INTEGER + 1

const variable = (name: string, scope: Scope): Value => {
  if (name === 'principal' || name === 'context') return { kind: name }
  if (name === 'resource' && scope.entity) return { kind: 'row', path: [], entity: scope.entity, holder: null }
  return refuse(`\`${name}\` in a condition`, 'Say actions and resources in the head of the policy.')
}

/** The value of a named attribute; refuses what is none, and what cannot be asked of. */
export const attributeOf = (of: Value, name: string, scope: Scope): Value => {
  if (of.kind === 'principal') return principalAttribute(name, scope)
  if (of.kind === 'context')
    return (
      askedValue('context', name, scope) ??
      refuseUnknown(`\`context.${name}\` is nothing`, `it has ${namesOf('context').join(', ')}`, `.${name}`)
    )
  if (of.kind !== 'row') return refuse(`\`.${name}\` of a value`, 'Compare fields themselves.')
  const relation = of.entity.relations.find((each) => each.name === name && each.kind === 'one')
  if (relation) {
    if (of.path.length >= relationDepthMax)
      return refuse(`A path over more than ${relationDepthMax} relations`, 'Copy the field nearer.')
    const entity = scope.charter.entities.find((each) => each.name === relation.target)
    const holder = { path: of.path, from: relation.from, isOptional: relation.isOptional }
    if (entity) return { kind: 'row', path: [...of.path, name], entity, holder }
  }
  const set = setOf(of, name, scope)
  if (set) return set
  const field = of.entity.fields.find((each) => each.name === name)
  if (!field) {
    const known = membersOf(of.entity)
    const help = didYouMean(name, known) ?? `it has ${known.join(', ')}`
    return refuseUnknown(`${of.entity.name} has no \`${name}\``, help, `.${name}`)
  }
  if (isSealed(field))
    return refuse(
      `A condition on \`${name}\`, whose value is protected,`,
      'Keep what it decides in a field that is not protected.',
      `.${name}`,
    )
  const type = meantBy(scope.charter, field.type)
  if (cedarValueType(type) === null)
    return refuse(
      `A condition on \`${name}\`, whose type is ${type.kind},`,
      'Keep what it decides in a field of another type.',
      `.${name}`,
    )
  return {
    kind: 'operand',
    operand: { kind: 'field', path: [...of.path, name], type: unconstrained(type) },
    type,
  }
}

/** A relation to many, a set of such, or how many are in one; undefined where the name is none of these. */
const setOf = (of: Extract<Value, { kind: 'row' }>, name: string, { charter }: Scope): Value | undefined => {
  const counted = of.entity.sets?.find(({ count }) => count === name)?.name
  const set = relatedSet(charter, of.entity, counted ?? name)
  if (!set) return undefined
  if ('error' in set) return refuse(`\`${counted ?? name}\` in a condition`, `${set.error}.`, `.${name}`)
  const { path } = of
  return counted === undefined ? { kind: 'set', path, name, set } : { kind: 'count', path, set }
}

/** Names that a condition may say of a row. */
export const membersOf = ({ fields, relations, sets = [] }: Entity): readonly string[] => [
  ...[...fields, ...relations, ...sets].map(({ name }) => name),
  ...sets.flatMap(({ count }) => count ?? []),
]

const principalAttribute = (name: string, { charter }: Scope): Value => {
  const declared = charter.access.principal.find((each) => each.name === name)
  const type: Type | undefined = name === 'id' ? { kind: 'text' } : declared && meantBy(charter, declared.type)
  const asked = type ? undefined : askedValue('principal', name, { charter })
  if (asked) return asked
  if (!type) return refuseUnknown(`\`principal.${name}\` is not declared`, principalHelp(name, charter), `.${name}`)
  return { kind: 'operand', operand: ofCaller(name, type), type }
}

/** What every charter knows of a call; an attribute that a charter declares goes before. */
const askedValue = (of: AskedValue['of'], name: string, { charter }: Pick<Scope, 'charter'>): Value | undefined => {
  const found = [...askedValues].find(([, asked]) => asked.of === of && asked.name === name)
  if (!found) return undefined
  const type: Type = found[0] === 'call.style' ? { kind: 'enum', values: charter.serves } : found[1].type
  return { kind: 'operand', operand: ofCaller(found[0], type), type }
}

/** A moment says that it is one: its text alone has another order. */
const ofCaller = (name: string, type: Type): Operand => ({ kind: 'principal', name, ...(isMoment(type) && { type }) })

/** Names that conditions may say of the principal, or of the call, whatever the charter. */
export const namesOf = (of: AskedValue['of']): readonly string[] =>
  [...askedValues.values()].flatMap((asked) => (asked.of === of ? [asked.name] : []))

const principalHelp = (name: string, { access }: Charter): string => {
  if (/^roles?$/.test(name))
    return 'a role is asked with `principal in Role::"…"`; a line of `allow` is for its role already'
  if (/^(?:sub|subject|uid|user_?id|userName|email)$/i.test(name)) return 'who asks is `principal.id`'
  const near = nearest(name, ['id', ...access.principal.map((each) => each.name), ...namesOf('principal')])
  return near === undefined ? 'declare it under `access.principal`' : `did you mean \`principal.${near}\`?`
}

/** What a construct is called, and what to write in its place. */
export const unsupported = (expr: Expr): [what: string, instead: string] => {
  const name = Object.keys(expr)[0] ?? ''
  return (
    constructs[name] ??
    (operator.test(name) ? inCondition(name) : [`\`${name}\``, 'Keep what it decides in a field of its own.'])
  )
}

/** What the subset has, but not in that place. */
const operator = /^(?:\W+|Set|Var|in|is|has|like|contains\w*|if-then-else)$/

const inCondition = (name: string): [what: string, instead: string] => [
  `\`${name}\` here`,
  'Use ==, !=, <, like, has, contains, in, &&, || and !.',
]
const arithmetic: [what: string, instead: string] = [
  'Arithmetic',
  'Compare with a literal, or keep the result in a field. Time is added so: `resource.startsAt.offset(duration("-48h"))`.',
]
const elapsed: [what: string, instead: string] = [
  'A number of hours, or of another unit,',
  'Compare with a duration: `context.now.durationSince(resource.bookedAt) < duration("24h")`.',
]
const partOfTime: [what: string, instead: string] = [
  'A part of a moment',
  'Compare a field of type date with `context.today`, an instant with `context.now`.',
]
const tags: [what: string, instead: string] = ['A tag', 'Declare what it says as a field, and ask with `has` and `==`.']

/** What has a better word than that it is an extension's function. */
const constructs: Readonly<Record<string, [what: string, instead: string]>> = {
  '+': arithmetic,
  '-': arithmetic,
  '*': arithmetic,
  neg: arithmetic,
  toMilliseconds: elapsed,
  toSeconds: elapsed,
  toMinutes: elapsed,
  toHours: elapsed,
  toDays: elapsed,
  toDate: partOfTime,
  toTime: partOfTime,
  hasTag: tags,
  getTag: tags,
  Record: ['A record', 'Compare its members one by one.'],
}
