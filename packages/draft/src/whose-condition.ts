import { note, type Outline, type OutlineEntity } from './outline.ts'
import { freeFieldName } from './outline-names.ts'
import { memberName } from './read/names.ts'

const pattern =
  /\bwhose (?<field>[a-z]+(?: [a-z]+)?) (?<is>is not|isn't|is|equals) (?:still )?"?(?<value>[a-z][a-z-]*)"?$/i

/**
 * `whose status is offered`, on a text: the field is added where there is none, as a limit that the words ask for is never left
 * out. Undefined where the words say no such thing, or the field is of another kind.
 */
export const whoseCondition = (
  phrase: string,
  {
    entity,
    outline,
    others,
  }: { readonly entity: OutlineEntity; readonly outline: Outline; readonly others: readonly string[] },
): string | undefined => {
  const { field = '', is = '', value = '' } = pattern.exec(phrase)?.groups ?? {}
  const isSaid = field !== '' && !isMeasure.test(value)
  const name = !isSaid
    ? null
    : (knownText(memberName(field), entity) ?? (isOf(others, field, outline) ? null : addText(field, entity, outline)))
  if (name === null) return undefined
  const has = entity.fields.get(name)?.optional === true ? `resource has ${name} && ` : ''
  return `${has}resource.${name} ${/n[o']t/.test(is) ? '!=' : '=='} ${JSON.stringify(value)}`
}

/** `paddocks and mobs whose state is shorn`: the mobs have a state, so that the paddocks need none. */
const isOf = (others: readonly string[], field: string, { entities }: Outline): boolean =>
  others.some((name) => entities.get(name)?.fields.has(memberName(field)) === true)

/** `whose price is below 500`, `whose owner is theirs` compare; they name no value. */
const isMeasure =
  /^(?:above|below|over|under|more|less|at|greater|higher|lower|not|the|an?|theirs|his|hers|known|unknown|missing|empty|set|given)$/i

const knownText = (name: string, { fields }: OutlineEntity): string | null =>
  fields.get(name)?.type === 'text' ? name : null

const addText = (field: string, entity: OutlineEntity, outline: Outline): string | null => {
  const name = freeFieldName(entity, field)
  if (name === null) return null
  entity.fields.set(name, { type: 'text', length: '1..60' })
  note(outline, `${entity.name}.${name}`, { assumed: `the words limit access by ${field}`, confidence: 0.7 })
  return name
}
