import { withArticle } from '@charter/runtime'
import type { AnalysedRelation } from './analysis.ts'
import type { Options } from './options.ts'
import { type DraftProvenance, entityIn, note, type Outline, type OutlineEntity } from './outline.ts'
import { freeRelationName, giveWay } from './outline-names.ts'
import { collectionName, lower, wordsOf } from './read/names.ts'
import { byPlace, sourceOf } from './source-of.ts'

/** Relations with their other sides. Many-to-many goes last: what refers to both sides already stands in between. */
export const addRelations = (
  relations: readonly AnalysedRelation[],
  names: ReadonlyMap<string, string>,
  outline: Outline,
): void => {
  const order = ['is-a', 'one-to-one', 'many-to-one', 'many-to-many']
  const placed = [...relations].sort(byPlace).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  for (const relation of placed) {
    const [from, to] = [entityOf(relation.from, names, outline), entityOf(relation.to, names, outline)]
    if (!from || !to) continue
    const relating: RelationContext = { outline, from, to, relation, source: sourceOf(relation) }
    if (relation.kind === 'many-to-many') relateMany(relating)
    else relateOne(relating)
  }
  breakCircles(outline)
}

const entityOf = (
  name: string,
  names: ReadonlyMap<string, string>,
  { entities }: Outline,
): OutlineEntity | undefined => {
  const found = names.get(name)
  return found === undefined ? undefined : entities.get(found)
}

interface RelationContext {
  readonly outline: Outline
  readonly from: OutlineEntity
  readonly to: OutlineEntity
  readonly relation: AnalysedRelation
  readonly source: DraftProvenance
}

/** What refers to one other: with the collection on the other side, or unique where there is one at most. */
const relateOne = ({ outline, from, to, relation, source }: RelationContext): void => {
  const isSelf = from === to
  const said = relation.name ?? (isSelf ? `parent ${to.name}` : to.name)
  const known = from.relations.get(lower(said))
  if (known?.one === to.name) return
  const name = freeRelationName(from, lower(said), true)
  if (name === null) return
  for (const field of giveWay(from, name)) outline.provenance.delete(`${from.name}.${field}`)
  // The first row of all has none before it.
  const isOptional = relation.kind !== 'is-a' && (relation.optional || isSelf)
  from.relations.set(name, { one: to.name, ...(isOptional && { optional: true }) })
  const isBase = relation.kind === 'is-a'
  note(outline, `${from.name}.${name}`, isBase ? { ...source, assumed: baseSentence(from, to) } : source)
  if (isBase || relation.kind === 'one-to-one') from.unique.push([`${name}Id`])
  else addCollection(outline, { of: to, many: from, inverse: name, isOwned: relation.owned }, source)
}

const baseSentence = (from: OutlineEntity, to: OutlineEntity): string => {
  const [sub, base] = [from, to].map(({ name }) => wordsOf(name).join(' ')) as [string, string]
  return `${withArticle(sub)} is ${withArticle(base)}, so each refers to one ${base} of its own`
}

interface Collection {
  readonly of: OutlineEntity
  readonly many: OutlineEntity
  readonly inverse: string
  readonly isOwned: boolean
}

const addCollection = (outline: Outline, { of, many, inverse, isOwned }: Collection, source: DraftProvenance): void => {
  const plain = collectionName(many.name)
  const wanted = of.relations.has(plain) || of === many ? `${inverse} ${plain}` : plain
  const name = freeRelationName(of, wanted, false)
  if (name === null || of.fields.has(name)) return
  of.relations.set(name, { many: many.name, inverse, ...(isOwned && { owned: true }) })
  note(outline, `${of.name}.${name}`, source)
}

/** Both sides have many of the other: through what refers to both, or through a joining entity made for it. */
const relateMany = ({ outline, from, to, source }: RelationContext): void => {
  const between = betweenOf(outline, from, to) ?? join(outline, from, to, source)
  const [here, there] = between.sides
  throughOf(outline, { of: from, many: to, between: between.entity, here, there }, source)
  if (from !== to) throughOf(outline, { of: to, many: from, between: between.entity, here: there, there: here }, source)
}

interface Between {
  readonly entity: OutlineEntity
  readonly sides: readonly [string, string]
}

/** The only entity that refers to both already. */
const betweenOf = ({ entities }: Outline, from: OutlineEntity, to: OutlineEntity): Between | null => {
  if (from === to) return null
  const found = [...entities.values()].flatMap((entity): readonly Between[] => {
    const [here, ...more] = onesTo(entity, from)
    const [there, ...others] = onesTo(entity, to)
    const isBetween = entity !== from && entity !== to && more.length === 0 && others.length === 0
    return isBetween && here !== undefined && there !== undefined ? [{ entity, sides: [here, there] }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

const onesTo = ({ relations }: OutlineEntity, target: OutlineEntity): readonly string[] =>
  [...relations].flatMap(([name, { one }]) => (one === target.name ? [name] : []))

const join = (outline: Outline, from: OutlineEntity, to: OutlineEntity, source: DraftProvenance): Between => {
  const wanted = `${from.name}${to.name}`.slice(0, 56)
  const taken = new Set([...outline.entities.keys()].map((name) => name.toLowerCase()))
  const name = [wanted, `${wanted}Link`, `${wanted}Pair`].find((each) => !taken.has(each.toLowerCase())) ?? wanted
  const entity = entityIn(outline, name)
  const here = lower(from.name)
  entity.relations.set(here, { one: from.name })
  const wantedThere = from === to ? `other ${to.name}` : to.name
  const there = freeRelationName(entity, wantedThere, true) ?? `other${to.name}`
  entity.relations.set(there, { one: to.name })
  note(outline, name, { ...source, confidence: Math.min(source.confidence, 0.7) })
  return { entity, sides: [here, there] }
}

interface Through {
  readonly of: OutlineEntity
  readonly many: OutlineEntity
  readonly between: OutlineEntity
  readonly here: string
  readonly there: string
}

const throughOf = (outline: Outline, { of, many, between, here, there }: Through, source: DraftProvenance): void => {
  const name = freeRelationName(of, collectionName(many.name), false)
  if (name === null) return
  of.fields.delete(name)
  of.relations.set(name, { many: many.name, through: { entity: between.name, here, there } })
  note(outline, `${of.name}.${name}`, source)
}

/** Where things need each other all round, none could be the first: one of the references may be absent. */
const breakCircles = (outline: Outline): void => {
  const done = new Set<OutlineEntity>()
  for (const first of outline.entities.values()) {
    if (done.has(first)) continue
    // A stack of its own: a text may chain more things than calls can be nested.
    const path = [{ entity: first, left: [...first.relations] }]
    const open = new Set([first])
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const [name, options] = at.left.shift() ?? []
      if (name === undefined || options === undefined) {
        path.pop()
        open.delete(at.entity)
        done.add(at.entity)
        continue
      }
      const target = typeof options.one === 'string' ? outline.entities.get(options.one) : undefined
      if (!target || options.optional === true || done.has(target)) continue
      if (open.has(target)) mayBeAbsent(outline, at.entity, name, options)
      else {
        path.push({ entity: target, left: [...target.relations] })
        open.add(target)
      }
    }
  }
}

const mayBeAbsent = (outline: Outline, entity: OutlineEntity, name: string, options: Options): void => {
  entity.relations.set(name, { ...options, optional: true })
  const target = wordsOf(String(options.one)).join(' ')
  const here = withArticle(wordsOf(entity.name).join(' '))
  const about = `${entity.name}.${name}`
  outline.questions.push(
    options.one === entity.name
      ? {
          about,
          sentence: `The first needs none before it, so ${here} may be without another. Is that right?`,
          choices: [],
        }
      : {
          about,
          sentence: `Each needs the other first, so ${here} may be without its ${target}. Which of the two comes first?`,
          choices: [entity.name, String(options.one)],
        },
  )
}
