import type { Industry, KnownEntity, Topic } from './domains/industry.ts'
import { type Matched, standingFor } from './match-entities.ts'
import { note, type Options, type Outline, type OutlineEntity } from './outline.ts'
import { collectionName, lower } from './read/names.ts'

/** Where what is filled in comes from. */
export interface Source {
  readonly industry: Industry
  readonly topics: readonly Topic[]
}

/** Entities of which the words only give the name get what is usual; those they describe get better types alone. */
export const completeEntities = (outline: Outline, matched: Matched, source: Source): void => {
  const thin = new Set([...matched.keys()].filter((entity) => !isDescribed(outline, entity)))
  const lonely = new Set([...matched.keys()].filter((entity) => !hasReference(entity)))
  for (const [entity, known] of matched) {
    const why = `usual for ${entity.name} in ${source.industry.name}; the words do not say`
    const completing: Completing = { outline, entity, known, matched, why, isThin: thin.has(entity) }
    completeFields(completing)
    if (thin.has(entity) || lonely.has(entity)) completeReferences(completing)
    completeChecks(completing)
  }
  for (const [entity, known] of matched) completeCollections(outline, entity, known, matched)
}

interface Completing {
  readonly outline: Outline
  readonly entity: OutlineEntity
  readonly known: KnownEntity
  readonly matched: Matched
  /** Said of everything that is filled in. */
  readonly why: string
  readonly isThin: boolean
}

const isDescribed = (outline: Outline, { name, fields }: OutlineEntity): boolean =>
  [...fields.keys()].some((field) => outline.provenance.get(`${name}.${field}`)?.quoted !== undefined)

const hasReference = ({ relations }: OutlineEntity): boolean =>
  [...relations.values()].some(({ one }) => one !== undefined)

const completeFields = ({ outline, entity, known, why, isThin }: Completing): void => {
  if (!isDescribed(outline, entity)) entity.description ??= known.description
  if (known.rest && !entity.rest) entity.rest = known.rest
  for (const [name, options] of Object.entries(known.fields)) {
    const said = entity.fields.get(name)
    if (said) entity.fields.set(name, merged(said, options))
    else if (isThin && !entity.relations.has(name)) {
      entity.fields.set(name, options)
      note(outline, `${entity.name}.${name}`, { assumed: why, confidence: 0.6 })
    }
  }
}

/** What the words say goes before what is usual; a type read from a name alone gives way to the usual one. */
const merged = (said: Options, usual: Options): Options => {
  if (said.type === 'enum' || usual.type === 'enum')
    return usual.type === 'enum' && said.type !== 'enum' && !said.pattern ? usual : said
  const { optional, unique, length } = said
  const { optional: _optional, readOnly: _readOnly, ...type } = usual
  const isSized = length !== undefined && usual.type === 'text' && usual.pattern === undefined
  return {
    ...type,
    ...(isSized && { length: usual.length ?? length }),
    ...(optional === true && { optional }),
    ...(unique === true && { unique }),
  }
}

/** Relations to what is there; what a thin entity cannot do without and is not there is kept by its name. */
const completeReferences = ({ outline, entity, known, matched, why, isThin }: Completing): void => {
  for (const [usual, { one, optional }] of Object.entries(known.references)) {
    const target = standingFor(String(one), matched)
    const isPlain = usual === lower(String(one))
    const name = target && isPlain ? lower(target.name) : usual
    if (entity.fields.has(name) || entity.relations.has(name)) continue
    if (target && (isThin || optional !== true)) {
      if (isPlain && [...entity.relations.values()].some((relation) => relation.one === target.name)) continue
      entity.relations.set(name, { one: target.name, ...(optional === true && { optional }) })
      note(outline, `${entity.name}.${name}`, { assumed: why, confidence: 0.6 })
      addCollection(outline, target, entity, name)
    } else if (!target && isThin && optional !== true) {
      entity.fields.set(name, { type: 'text', length: '1..120' })
      note(outline, `${entity.name}.${name}`, {
        assumed: `${why}, nor name a thing of its own for it`,
        confidence: 0.4,
      })
    }
  }
}

const addCollection = (outline: Outline, target: OutlineEntity, entity: OutlineEntity, inverse: string): void => {
  const name = collectionName(entity.name)
  const isThere = [...target.relations.values()].some(({ many }) => many === entity.name)
  if (isThere || target === entity || target.fields.has(name) || target.relations.has(name)) return
  target.relations.set(name, { many: entity.name, inverse })
  note(outline, `${target.name}.${name}`, { assumed: 'the other side of a reference', confidence: 0.8 })
}

const completeChecks = ({ outline, entity, known, why, isThin }: Completing): void => {
  for (const [name, check] of Object.entries(known.checks ?? {})) {
    if (!holds(entity, String(check.rule))) continue
    entity.checks.set(name, check)
    if (isThin) note(outline, `${entity.name}.${name}`, { assumed: why, confidence: 0.6 })
  }
}

const holds = (entity: OutlineEntity, rule: string): boolean =>
  (rule.match(/[a-z]\w*/g) ?? []).every((name) => entity.fields.has(name))

/** A collection with a usual name or route replaces the plain one. */
const completeCollections = (outline: Outline, entity: OutlineEntity, known: KnownEntity, matched: Matched): void => {
  for (const [name, collection] of Object.entries(known.collections ?? {})) {
    const target = standingFor(String(collection.many), matched)
    const plain = target && [...entity.relations].find(([, { many }]) => many === target.name)
    if (!target || !plain || entity.fields.has(name)) continue
    const [old, options] = plain
    entity.relations.delete(old)
    entity.relations.set(name, { ...options, ...(collection.rest !== undefined && { rest: collection.rest }) })
    const from = outline.provenance.get(`${entity.name}.${old}`)
    outline.provenance.delete(`${entity.name}.${old}`)
    note(outline, `${entity.name}.${name}`, from ?? { assumed: 'usual', confidence: 0.6 })
  }
}
