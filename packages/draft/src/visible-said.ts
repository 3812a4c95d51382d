import { singularNoun } from '@charter/charter'
import type { AnalysedAccess, AnalysedEntity, AnalysedRole, Analysis, Visible } from './analysis.ts'
import { type FieldNamed, fieldsNamed } from './field-named.ts'
import { entityName, memberName, wordsOf } from './read/names.ts'
import { readField } from './read/read-field.ts'
import { relativesIn } from './relatives-said.ts'
import { isWithin, type Said, sentencesSaid } from './sentences-said.ts'
import { visibleForms } from './visible-forms.ts'
import { seersIn } from './who-sees.ts'
import { withWriteOnly } from './write-only-said.ts'

/** `A sheep's microchip number is visible to the vet only`: who alone sees a field, or does not. */
export const withVisible = (analysis: Analysis, words: string): Analysis =>
  sentencesSaid(words)
    .flatMap((said, at, all) => {
      const relatives = relativesIn(said.text, analysis).map((text) => ({ text, start: said.start, before: '' }))
      return relatives.length > 0 ? relatives : clausesOf(said, all[at - 1]?.text ?? '')
    })
    .reduce(withOne, analysis)

/** A clause, and what stands before it. */
interface Clause extends Said {
  readonly before: string
}

/** Whole, and by its parts: the first that says something of a field is taken. */
const clausesOf = ({ text, start }: Said, before: string): readonly Clause[] => {
  const clean = (part: string) =>
    part
      .replace(/\s+/g, ' ')
      .replace(/^[\s>*•–—-]*(?:\d+[.)]\s*)?(?:(?:and|but|while|whereas|however|also),? )?/i, '')
      .replace(/[\s.!?;,:()]+$/, '')
  const parts = text.split(
    /,\s+(?:and|while|whereas)\s+|\s+(?:while|whereas)\s+|:\s+|,\s+but\s+(?=(?:only|its?|their|the|an?)\s)/i,
  )
  const clauses = parts.length > 1 ? parts.map((part, at) => ({ part, before: parts[at - 1] ?? before })) : []
  return [{ part: text, before }, ...clauses].map((each) => ({ text: clean(each.part), start, before: each.before }))
}

const withOne = (analysis: Analysis, { text, start, before }: Clause): Analysis => {
  const taken = withWriteOnly(analysis, text)
  if (taken) return taken
  for (const [said, form] of visibleForms) {
    const { field: named = '', roles = '' } = form.exec(text)?.groups ?? {}
    if (named === '') continue
    const around = { analysis, before: earlierIn(text, before), isSight: isPassive.test(text) }
    const who = seersIn({ kind: said, roles }, around)
    if (who === null) continue
    const field = fieldMeant(named, before)
    const { kind, roles: own, added } = who
    const source = { quoted: true, quote: text, offset: start, confidence: 0.8 }
    const made = withFields(field, analysis, { kind: said, isPassive: isPassive.test(text) })
    if (made === null) continue
    const visible = made.fields.map((each): Visible => ({ ...each, kind, roles: own, ...source }))
    const known = analysis.visible ?? []
    const more = visible.filter((each) => !known.some((other) => isSame(each, other)))
    return {
      ...made.analysis,
      access: made.analysis.access.map((right) => withoutField(right, made.fields, { text, start })),
      roles: [...analysis.roles, ...added.map((name): AnalysedRole => ({ name, aliases: [], ...source }))],
      visible: [...known, ...more],
    }
  }
  return analysis
}

/** What stands before a pronoun that does something: of the clause, where it names somebody there. */
const earlierIn = (text: string, before: string): string => {
  const [own = ''] = /^.+(?=\b(?:they|he|she)\b)/i.exec(text) ?? []
  return own === '' ? before : own
}

/** `The margin is confidential: only managers see it`: what the clause before is about. */
const fieldMeant = (named: string, before: string): string => {
  if (!/^(?:it|this|that|them|these|those)$/i.test(named)) return named
  return /^\W*(.+?)\s+(?:is|are|must|may|should|shall|stays?|remains?)\s/i.exec(before)?.[1] ?? named
}

/** `members, apart from their email`: what is kept from sight is no limit on rows. */
const withoutField = (right: AnalysedAccess, fields: readonly FieldNamed[], where: Said): AnalysedAccess => {
  if (right.when === null || !isWithin(right.offset, where)) return right
  const [, said] =
    /^(?:(?:apart from|other than|aside from|except(?: for)?|minus|but not|without|from|for|of|than) )*(?:their|his|her|its) (?!own\b)(.+)$/i.exec(
      right.when,
    ) ?? []
  const isField =
    said !== undefined &&
    fields.some(({ field }) => field === memberName(said) || field === memberName(singularNoun(said)))
  return isField ? { ...right, when: null } : right
}

/** What is visible to some is surely seen; what only some may see could be a thing as a whole. */
const isPassive =
  /\b(?:is|are|be|stays?|remains?)\b.* (?:visible|seen|shown|known|displayed|revealed|disclosed|hidden)\b/iu

/** Rows as a whole, which are rights of their own. */
const isThing = (text: string, { entities }: Analysis): boolean => {
  const said = entityName(text.replace(/^(?:an?|the|all|any|every|each|their|own)\s+/i, ''))
  return entities.some(({ name, aliases }) => name === said || aliases.includes(said))
}

const isSame = (one: Visible, other: Visible): boolean =>
  one.on === other.on && one.field === other.field && one.kind === other.kind && one.roles.join() === other.roles.join()

/** The fields that are meant; one of a thing that is known (`a sheep's microchip number`) is added where nothing else said it. */
const withFields = (
  text: string,
  analysis: Analysis,
  { kind, isPassive }: { readonly kind: Visible['kind']; readonly isPassive: boolean },
): { readonly analysis: Analysis; readonly fields: readonly FieldNamed[] } | null => {
  const parts = text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+/i).filter((part) => part.trim() !== '')
  const fields = parts.map((part) => fieldsNamed(part, analysis))
  if (fields.every((each) => each.length > 0)) return { analysis, fields: nearest(text, fields.flat(), analysis) }
  const added = kind === 'only' && parts.length === 1 ? withNewField(text, analysis) : null
  return added ?? (isPassive && !isThing(text, analysis) ? { analysis, fields: [{ on: '', field: text }] } : null)
}

/** Of several with a field of the name, those that the words speak of. */
const nearest = (text: string, fields: readonly FieldNamed[], { entities }: Analysis): readonly FieldNamed[] => {
  const words = wordsOf(text).map((word) => entityName(word))
  const named = fields.filter(({ on }) =>
    entities.some(({ name, aliases }) => name === on && [name, ...aliases].some((each) => words.includes(each))),
  )
  return named.length > 0 ? named : fields
}

const withNewField = (text: string, analysis: Analysis) => {
  const [, owner, owned] = /^(?:(?:an?|the|each|every) )?(.+?)['’]s? (.+)$/i.exec(text) ?? []
  const [, head, of] = /^(?:(?:an?|the|each|every) )?(.+?) of (?:an?|the|each|every|all)? ?(.+)$/i.exec(text) ?? []
  const said = owned ?? head
  const entity = analysis.entities.find(({ name, aliases }) =>
    [name, ...aliases].includes(entityName(owner ?? of ?? '')),
  )
  const read = entity && said !== undefined ? readField(said, entity.name) : null
  if (!entity || !read) return null
  const { options } = read
  const field = {
    name: read.name,
    aliases: [],
    type: String(options.type ?? 'text'),
    optional: true,
    enum: null,
    class: null,
    options,
    quoted: true,
    quote: text,
    confidence: read.confidence,
  }
  const entities = analysis.entities.map(
    (each): AnalysedEntity => (each === entity ? { ...each, fields: [...each.fields, field] } : each),
  )
  return { analysis: { ...analysis, entities }, fields: [{ on: entity.name, field: read.name }] }
}
