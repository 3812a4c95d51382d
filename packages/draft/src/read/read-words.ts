import { entityIn, note, type Outline, type OutlineEntity } from '../outline.ts'
import { collectionName, entityName, lower } from './names.ts'
import { readAccess } from './read-access.ts'
import { readField } from './read-field.ts'
import { hasShape, isThing, linkShape, openingList, referenceOf } from './shapes.ts'
import { itemsOf, nounOf, type Statement, statementsOf, valuesOf } from './statements.ts'

/** Reads what the words say into the outline: first what things there are, then what is said of each. */
export const readWords = (words: string, outline: Outline): void => {
  const statements = statementsOf(words)
  // The first statements may list what the whole is about: `A library with members, books and loans`.
  const openings = statements.slice(0, 2).filter((statement) => openingList(statement).length > 0)
  for (const statement of statements) findEntities(statement, outline, openings.includes(statement))
  let topic: OutlineEntity | null = null
  for (const statement of statements)
    if (!openings.includes(statement)) topic = readStatement(statement, outline, topic)
  for (const statement of statements) readAccess(statement, outline)
  const [, perPage, pages] =
    /\b(?:(\d{1,4}) (?:results |items |rows )?per page|pages of (\d{1,4}))\b/i.exec(words) ?? []
  const size = Number(perPage ?? pages)
  if (size >= 1 && size <= 100) outline.pageSize = size
}

const quote = ({ text, offset }: Statement, confidence: number) => ({ quoted: text.slice(0, 200), offset, confidence })

const findEntities = (statement: Statement, outline: Outline, isOpening: boolean): void => {
  for (const phrase of isOpening ? openingList(statement) : subjectsOf(statement)) {
    const name = entityName(nounOf(phrase))
    if (name === '' || !isThing(phrase)) continue
    entityIn(outline, name)
    note(outline, name, quote(statement, 0.9))
  }
}

/** Who a statement is about; objects of a link too, as a reference needs somewhere to point. */
const subjectsOf = (statement: Statement): readonly string[] => {
  if (isAboutUser(statement)) return []
  const link = linkShape(statement)
  if (link) return [link.subject, ...link.targets.map(({ noun }) => noun)]
  const has = hasShape(statement)
  if (!has) return []
  const many = has.items.flatMap((item) => {
    const reference = referenceOf(item, () => false)
    return reference?.kind === 'many' && !/^(?:some|up to)/i.test(item) ? [reference.target] : []
  })
  return [has.subject, ...many]
}

const isAboutUser = ({ text }: Statement) =>
  /^(?:as an? |i (?:can|want)|we want|please|thx|priority)/i.test(text) ||
  /\b(?:can|may|must|should|cannot) (?:only )?(?:see|read|create|edit|change|view|manage|cancel)\b/i.test(text)

const readStatement = (statement: Statement, outline: Outline, topic: OutlineEntity | null): OutlineEntity | null => {
  if (isAboutUser(statement)) return topic
  const listed = readStateOf(statement, outline, topic)
  if (listed) return listed
  const link = linkShape(statement)
  if (link) {
    const entity = outline.entities.get(entityName(nounOf(link.subject)))
    if (!entity) return topic
    for (const { noun, isOptional, isMany } of link.targets)
      relate(outline, { entity, target: entityName(noun), isOptional, isMany, isOwned: link.isOwned }, statement)
    return entity
  }
  const pronoun = /^(?:it|they|each) (?:also )?(?:has|have|keeps?|holds?|needs?)\s+(.+)$/i.exec(statement.text)?.[1]
  const has = pronoun !== undefined && topic ? { subject: topic.name, items: itemsOf(pronoun) } : hasShape(statement)
  const entity = has && outline.entities.get(entityName(nounOf(has.subject)))
  if (!has || !entity) return topic
  for (const item of has.items) readItem(item, entity, statement, outline)
  return entity
}

const readItem = (item: string, entity: OutlineEntity, statement: Statement, outline: Outline): void => {
  const reference = referenceOf(item, (name) => outline.entities.has(name) && name !== entity.name)
  const target = reference?.target ?? foreignKeyTarget(item, entity, outline)
  if (reference?.kind === 'many') relateMany(outline, entity, reference.target, statement)
  else if (target !== null)
    relate(
      outline,
      { entity, target, isOptional: reference?.isOptional ?? false, isMany: false, isOwned: false },
      statement,
    )
  else addField(outline, entity, item, statement)
}

/** `customer_id` names the customer. */
const foreignKeyTarget = (item: string, entity: OutlineEntity, outline: Outline): string | null => {
  const stem = /^(?:the )?(\w+?)[ _]id$/i.exec(nounOf(item))?.[1]
  const target = stem === undefined ? '' : entityName(stem)
  return target !== entity.name && outline.entities.has(target) ? target : null
}

const addField = (outline: Outline, entity: OutlineEntity, item: string, statement: Statement): void => {
  const field = readField(item, entity.name)
  if (!field || entity.fields.has(field.name) || entity.relations.has(field.name)) return
  entity.fields.set(field.name, field.options)
  note(outline, `${entity.name}.${field.name}`, quote(statement, field.confidence))
}

/** `Status is one of planned, done`, after the thing it is the status of or naming it. */
const readStateOf = (statement: Statement, outline: Outline, topic: OutlineEntity | null): OutlineEntity | null => {
  const [, owner, name = '', of, list = ''] =
    /^(?:(?:the |an? )?([\w ]+?)['’]s )?(?:the |its )?(status|state|stage|direction|kind|type|category|priority|severity|condition)(?: of (?:an?|the|each) ([\w ]+?))?\s*(?:is one of|is either|is|are|can be|may be|one of|:)\s*:?\s*(.+)$/i.exec(
      statement.text,
    ) ?? []
  const values = valuesOf(list)
  const entity = (owner ?? of) ? outline.entities.get(entityName(owner ?? of ?? '')) : topic
  if (!entity || values.length < 2) return null
  const isState = /status|state|stage/i.test(name)
  entity.fields.set(name.toLowerCase(), { type: 'enum', values, ...(isState && { default: values[0] ?? '' }) })
  note(outline, `${entity.name}.${name.toLowerCase()}`, quote(statement, 1))
  return entity
}

interface Relating {
  readonly entity: OutlineEntity
  readonly target: string
  readonly isOptional: boolean
  readonly isMany: boolean
  readonly isOwned: boolean
}

/** The referring side and, on the target, the collection. */
const relate = (outline: Outline, { entity, target, isOptional, isMany }: Relating, statement: Statement): void => {
  const to = outline.entities.get(target)
  if (!to) return
  if (isMany) {
    relateMany(outline, entity, target, statement)
    return
  }
  const name = lower(target)
  if (entity.relations.has(name) || hasManyOf(entity, target)) return
  entity.fields.delete(name)
  entity.relations.set(name, { one: target, ...(isOptional && { optional: true }) })
  note(outline, `${entity.name}.${name}`, quote(statement, 0.9))
  addCollection(outline, to, entity.name, name, statement)
}

const hasManyOf = (entity: OutlineEntity, target: string): boolean =>
  [...entity.relations.values()].some((relation) => relation.many === target)

/** "Many" on both sides needs something in between. */
const relateMany = (outline: Outline, entity: OutlineEntity, target: string, statement: Statement): void => {
  const to = outline.entities.get(target)
  if (!to || to === entity) return
  const isBoth = hasManyOf(to, entity.name) && !entity.relations.has(collectionName(target))
  if (isBoth && !to.relations.has(lower(entity.name)) && !entity.relations.has(lower(target))) return
  if (isBoth) joinThrough(outline, entity, to, statement)
  if (hasManyOf(to, entity.name) || hasManyOf(entity, target)) return
  const name = lower(entity.name)
  if (!to.relations.has(name)) {
    to.fields.delete(name)
    to.relations.set(name, { one: entity.name })
    note(outline, `${to.name}.${name}`, quote(statement, 0.9))
  }
  addCollection(outline, entity, target, name, statement)
}

const addCollection = (
  outline: Outline,
  entity: OutlineEntity,
  target: string,
  inverse: string,
  statement: Statement,
): void => {
  const name = collectionName(target)
  if (entity.relations.has(name) || entity.fields.has(name)) return
  entity.relations.set(name, { many: target, inverse })
  note(outline, `${entity.name}.${name}`, quote(statement, 0.8))
}

/** Replaces a to-many and its other side by a many-to-many through a joining entity. */
const joinThrough = (outline: Outline, entity: OutlineEntity, to: OutlineEntity, statement: Statement): void => {
  const joining = entityIn(outline, `${to.name}${entity.name}`)
  const [there, here] = [lower(to.name), lower(entity.name)]
  entity.relations.delete(there)
  to.relations.delete(here)
  joining.relations.set(there, { one: to.name })
  joining.relations.set(here, { one: entity.name })
  entity.relations.set(collectionName(to.name), { many: to.name, through: { entity: joining.name, here, there } })
  to.relations.set(collectionName(entity.name), {
    many: entity.name,
    through: { entity: joining.name, here: there, there: here },
  })
  note(outline, joining.name, quote(statement, 0.7))
}
