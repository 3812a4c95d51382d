import type { Domain, DomainEntity, DomainOperation } from './domains/domain.ts'
import { grantIn, note, type Outline, type OutlineEntity } from './outline.ts'
import { conditionOf } from './read/condition.ts'
import { collectionName, lower } from './read/names.ts'

/** Fills in, from the one domain that the words are about, what they leave out. Gives the domain, if there is one. */
export const completeFromDomain = (words: string, outline: Outline, domains: readonly Domain[]): Domain | undefined => {
  const domain = domainOf(words, outline, domains)
  if (!domain) return undefined
  const matched = match(outline, domain)
  for (const [entity, known] of matched) completeEntity(outline, entity, known)
  for (const [entity, known] of matched) completeReferences(outline, entity, known, matched)
  for (const [entity, known] of matched) completeCollections(outline, entity, known, matched)
  for (const operation of domain.operations) completeOperation(outline, operation, matched)
  if (outline.roles.size === 0) completeRoles(outline, domain, matched)
  return domain
}

/** The domain with most entities in common, if the words hint at it at all. */
const domainOf = (words: string, outline: Outline, domains: readonly Domain[]): Domain | undefined => {
  const ranked = domains
    .map((domain) => ({
      domain,
      count: match(outline, domain).size,
      hints: words.match(new RegExp(domain.cues, 'gi'))?.length ?? 0,
    }))
    .filter(({ count, hints }) => hints > 0 && (count >= 2 || (count === 1 && outline.entities.size <= 2)))
    .sort((a, b) => b.count - a.count || b.hints - a.hints)
  if (ranked[0]) return ranked[0].domain
  return outline.entities.size === 0 ? namedAlone(words, outline, domains) : undefined
}

/** Only the domain is named ("an API for a library"): its first three entities are what it is about. */
const namedAlone = (words: string, outline: Outline, domains: readonly Domain[]): Domain | undefined => {
  const domain = domains.find(({ cues }) => cues.test(words))
  for (const { name, description } of domain?.entities.slice(0, 4) ?? []) {
    outline.entities.set(name, {
      name,
      description,
      fields: new Map(),
      relations: new Map(),
      allow: new Map(),
      checks: new Map(),
    })
    note(outline, name, { assumed: `common in this domain: ${description}`, confidence: 0.5 })
  }
  return domain
}

type Matched = ReadonlyMap<OutlineEntity, DomainEntity>

const match = (outline: Outline, domain: Domain): Matched => {
  const matched = new Map<OutlineEntity, DomainEntity>()
  for (const known of domain.entities) {
    const found = [known.name, ...known.aliases]
      .map((name) => outline.entities.get(name))
      .find((entity) => entity && !matched.has(entity))
    if (found) matched.set(found, known)
  }
  return matched
}

/** An entity of which the words say little gets what is usual; one they describe only gets better types. */
const completeEntity = (outline: Outline, entity: OutlineEntity, known: DomainEntity): void => {
  entity.description ??= known.description
  if (known.rest && !entity.rest) entity.rest = known.rest
  const isThin = entity.fields.size <= 1
  for (const [name, options] of Object.entries(known.fields)) {
    const said = entity.fields.get(name)
    if (said) entity.fields.set(name, merged(said, options))
    else if (isThin && !entity.relations.has(name)) {
      entity.fields.set(name, options)
      note(outline, `${entity.name}.${name}`, { assumed: 'usual, the words do not say', confidence: 0.6 })
    }
  }
  for (const [name, check] of Object.entries(known.checks ?? {}))
    if (holds(entity, String(check.rule))) entity.checks.set(name, check)
}

/** What the words say goes before what is usual; a type read from a name alone gives way to the usual one. */
const merged = (
  said: OutlineEntity['fields'] extends Map<string, infer Value> ? Value : never,
  usual: typeof said,
): typeof said => {
  if (said.type === 'enum' || usual.type === 'enum')
    return usual.type === 'enum' && said.type !== 'enum' && !said.pattern ? usual : said
  const { optional, unique, length } = said
  const isSized = length !== undefined && usual.type === 'text' && usual.pattern === undefined
  return {
    ...usual,
    ...(isSized && { length: usual.length ?? length }),
    ...(optional === true && { optional }),
    ...(unique === true && { unique }),
  }
}

const holds = (entity: OutlineEntity, rule: string): boolean =>
  (rule.match(/[a-z]\w*/g) ?? []).every((name) => entity.fields.has(name))

const completeReferences = (outline: Outline, entity: OutlineEntity, known: DomainEntity, matched: Matched): void => {
  for (const [, reference] of Object.entries(known.references)) {
    const target = [...matched].find(([, each]) => each.name === reference.one)?.[0]
    if (!target) continue
    const isThere = [...entity.relations.values()].some(({ one }) => one === target.name)
    const own = lower(target.name)
    if (!isThere && !entity.fields.has(own)) {
      entity.relations.set(own, { one: target.name })
      note(outline, `${entity.name}.${own}`, { assumed: 'usual, the words do not say', confidence: 0.6 })
    }
    addCollection(outline, target, entity)
  }
}

const addCollection = (outline: Outline, target: OutlineEntity, entity: OutlineEntity): void => {
  const name = collectionName(entity.name)
  const isThere = [...target.relations.values()].some(({ many }) => many === entity.name)
  const inverse = [...entity.relations].find(([, { one }]) => one === target.name)?.[0]
  if (isThere || inverse === undefined || target.fields.has(name)) return
  target.relations.set(name, { many: entity.name, inverse })
  note(outline, `${target.name}.${name}`, { assumed: 'the other side of a reference', confidence: 0.8 })
}

/** A collection with a usual name or route replaces the plain one. */
const completeCollections = (outline: Outline, entity: OutlineEntity, known: DomainEntity, matched: Matched): void => {
  for (const [name, collection] of Object.entries(known.collections ?? {})) {
    const target = [...matched].find(([, each]) => each.name === collection.many)?.[0]
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

/** Only what the words ask for: an operation that is known gets its input and errors. */
const completeOperation = (outline: Outline, operation: DomainOperation, matched: Matched): void => {
  const entity = [...matched].find(([, known]) => known.name === operation.entity)?.[0]
  if (!entity || !outline.operations.has(operation.name)) return
  const { description, input, errors } = operation
  outline.operations.set(operation.name, { entity: entity.name, description, input, errors })
}

const completeRoles = (outline: Outline, domain: Domain, matched: Matched): void => {
  for (const role of domain.roles) {
    const entries = Object.entries(role.allow).flatMap(([name, grant]) => {
      const entity = [...matched].find(([, known]) => known.name === name)?.[0]
      return entity ? [{ entity, grant }] : []
    })
    if (entries.length === 0) continue
    outline.roles.add(role.name)
    note(outline, `access.roles.${role.name}`, { assumed: 'usual here, the words name nobody', confidence: 0.5 })
    for (const { entity, grant: known } of entries) {
      const grant = grantIn(entity, role.name)
      for (const action of known.do) grant.actions.add(action)
      if (!known.own) continue
      const when = conditionOf('only their own', entity, role.name, outline)
      if (when !== undefined) grant.when = when
    }
  }
}
