import { singularNoun } from '@charter/charter'
import type { AnalysedAccess, AnalysedEntity, AnalysedRole, Analysis, Visible } from './analysis.ts'
import { type FieldNamed, fieldsNamed } from './field-named.ts'
import { isModal } from './language/denials.ts'
import { entityName, memberName, wordsOf } from './read/names.ts'
import { readField } from './read/read-field.ts'
import { type Said, sentencesSaid } from './sentences-said.ts'
import { visibleForms } from './visible-forms.ts'

/** `A sheep's microchip number is visible to the vet only`: who alone sees a field, or does not. */
export const withVisible = (analysis: Analysis, words: string): Analysis =>
  sentencesSaid(words).flatMap(clausesOf).reduce(withOne, analysis)

/** Whole, and by its parts: the first that says something of a field is taken. */
const clausesOf = ({ text, start }: Said): readonly Said[] => {
  const clean = (part: string) =>
    part
      .replace(/\s+/g, ' ')
      .replace(/^[\s>*•–—-]*(?:\d+[.)]\s*)?(?:(?:and|but|while|whereas|however|also),? )?/i, '')
      .replace(/[\s.!?;,:()]+$/, '')
  const parts = text.split(
    /,\s+(?:and|while|whereas)\s+|\s+(?:while|whereas)\s+|:\s+|,\s+but\s+(?=(?:only|its?|their|the|an?)\s)/i,
  )
  return [text, ...(parts.length > 1 ? parts : [])].map((part) => ({ text: clean(part), start }))
}

const withOne = (analysis: Analysis, { text, start }: Said): Analysis => {
  for (const [kind, form] of visibleForms) {
    const { field = '', roles = '' } = form.exec(text)?.groups ?? {}
    const who = rolesSaid(roles)
    if (field === '' || who.length === 0) continue
    const source = { quoted: true, quote: text, offset: start, confidence: 0.8 }
    const made = withFields(field, analysis, { kind, isPassive: isPassive.test(text) })
    if (made === null) continue
    const own = who.map((name) => knownRole(name, analysis))
    const added = own.filter((name) => !analysis.roles.some((role) => role.name === name))
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

/** `members, apart from their email`: what is kept from sight is no limit on rows. */
const withoutField = (right: AnalysedAccess, fields: readonly FieldNamed[], { text, start }: Said): AnalysedAccess => {
  const isHere = right.offset !== undefined && start <= right.offset && right.offset < start + text.length
  if (right.when === null || !isHere) return right
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

const nobody =
  /^(?:they|them|it|he|she|we|us|you|i|me|who|which|that|this|these|those|everyone|everybody|anyone|anybody|nobody|people|others|public|.*\b(?:see|sees|is|are|may|can)\b.*)$/i

/** `the vet and the shearers`: `vet`, `shearer`. */
const rolesSaid = (text: string): readonly string[] => {
  const parts = text
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+/i)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:(?:an?|the|to|by|for|our|all|any|every|each|only)\s+)+/i, '')
        .replace(/\s+(?:only|alone|themselves|himself|herself)$/i, ''),
    )
    .filter((part) => part !== '')
  if (parts.some((part) => nobody.test(part) || isModal(wordsOf(part).at(-1) ?? '') || wordsOf(part).length > 3))
    return []
  return parts.map((part) => {
    const words = wordsOf(part)
    return memberName([...words.slice(0, -1), singularNoun(words.at(-1) ?? '')].join(' '))
  })
}

const knownRole = (name: string, { roles }: Analysis): string =>
  roles.find((role) => role.name === name || role.aliases.includes(name))?.name ??
  roles.find((role) => role.name.toLowerCase().endsWith(name.toLowerCase()))?.name ??
  name

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
