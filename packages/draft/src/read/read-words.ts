import { entityIn, note, type Outline, type OutlineEntity } from '../outline.ts'
import { collectionName, entityName, lower } from './names.ts'
import { newTelling, readAccess } from './read-access.ts'
import { readField } from './read-field.ts'
import { aside, type HasShape, hasShape, isThing, linkShape, openingList, perShape, referenceOf } from './shapes.ts'
import { itemsOf, nounOf, type Statement, statementsOf, valuesOf } from './statements.ts'

/** Reads what the words say into the outline: first what things there are, then what is said of each. */
export const readWords = (words: string, outline: Outline): void => {
  const statements = statementsOf(words)
  // The first statements may list what the whole is about: `A library with members, books and loans`.
  const openings = statements.slice(0, 2).filter((statement) => openingList(statement).length > 0)
  for (const statement of statements) findEntities(statement, outline, openings.includes(statement))
  let topic: OutlineEntity | null = null
  let isUnderstood = false
  for (const statement of statements) {
    if (openings.includes(statement)) continue
    // What follows a semicolon goes on with a list only where the list was understood.
    const goesOn = statement.isContinued && isUnderstood
    const about = readStatement({ ...statement, isContinued: goesOn }, outline, topic)
    isUnderstood = about !== null
    topic = about ?? topic
  }
  const telling = newTelling()
  for (const statement of statements) readAccess(statement, outline, telling)
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
  const per = perShape(statement)
  if (per) return [per.part, per.whole]
  const link = linkShape(statement)
  if (link) return [...itemsOf(link.subject), ...link.targets.map(({ noun }) => noun)]
  const has = hasShape(statement)
  if (!has) return []
  const many = has.items.flatMap((item) => {
    const reference = referenceOf(item, () => false)
    return reference?.kind === 'many' && !/^(?:some|up to)/i.test(item) ? [reference.target] : []
  })
  return [...itemsOf(has.subject), ...many]
}

const isAboutUser = ({ text }: Statement) =>
  /^(?:as an? |i (?:can|want)|we want|please|thx|priority)/i.test(text) ||
  /\b(?:can|may|must|should|cannot) (?:only )?(?:see|read|create|edit|change|view|manage|cancel)\b/i.test(text)

/** Gives what the statement was about; null where it is not understood. `topic`: what the one before was about. */
const readStatement = (statement: Statement, outline: Outline, topic: OutlineEntity | null): OutlineEntity | null => {
  if (isAboutUser(statement)) return null
  const listed = readStateOf(statement, outline, topic) ?? readPer(statement, outline)
  if (listed) return listed
  const link = linkShape(statement)
  if (link) {
    const subjects = entitiesIn(link.subject, outline)
    for (const entity of subjects)
      for (const { noun, has, isOptional, isMany } of link.targets) {
        relate(outline, { entity, target: entityName(noun), isOptional, isMany }, statement)
        describe(outline, entityName(noun), has, statement)
      }
    return subjects[0] ?? null
  }
  const has = saysOf(statement, topic)
  const subjects = has ? entitiesIn(has.subject, outline) : []
  for (const entity of subjects) for (const item of has?.items ?? []) readItem(item, entity, statement, outline)
  return subjects[0] ?? null
}

/** What is said of a thing in brackets behind it. */
const describe = (outline: Outline, name: string, items: readonly string[], statement: Statement): void => {
  const entity = outline.entities.get(name)
  if (entity) for (const item of items) readItem(item, entity, statement, outline)
}

/** `1..n sensors per machine: serial no, axis`: the part refers to the whole, and what follows is the part's. */
const readPer = (statement: Statement, outline: Outline): OutlineEntity | null => {
  const per = perShape(statement)
  const part = per && outline.entities.get(entityName(nounOf(per.part)))
  if (!per || !part) return null
  relate(outline, { entity: part, target: entityName(nounOf(per.whole)), isOptional: false, isMany: false }, statement)
  const rest = /:\s+(.+)$/.exec(statement.text)?.[1]
  for (const item of rest === undefined ? [] : itemsOf(rest)) readItem(item, part, statement, outline)
  return part
}

const entitiesIn = (subject: string, outline: Outline): readonly OutlineEntity[] =>
  itemsOf(subject).flatMap((phrase) => outline.entities.get(entityName(nounOf(phrase))) ?? [])

/** What a statement says that something has: of what it names, or of what the statement before was about. */
const saysOf = (statement: Statement, topic: OutlineEntity | null): HasShape | null => {
  const named = hasShape(statement)
  if (named || !topic) return named
  const pronoun =
    /^(?:it|they|each|these|both)(?: one)? (?:also )?(?:has|have|keeps?|holds?|needs?|gets?)\s+(.+)$/i.exec(
      statement.text,
    )?.[1]
  const rest = pronoun ?? (statement.isContinued ? statement.text : undefined)
  return rest === undefined ? null : { subject: topic.name, items: itemsOf(rest) }
}

const readItem = (item: string, entity: OutlineEntity, statement: Statement, outline: Outline): void => {
  const reference = referenceOf(item, (name) => outline.entities.has(name) && name !== entity.name)
  const target = reference?.target ?? foreignKeyTarget(item, entity, outline)
  if (reference) describe(outline, reference.target, aside(item), statement)
  if (reference?.kind === 'many') relateMany(outline, entity, reference.target, statement)
  else if (target !== null)
    relate(outline, { entity, target, isOptional: reference?.isOptional ?? false, isMany: false }, statement)
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
