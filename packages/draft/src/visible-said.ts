import { singularNoun } from '@charter/charter'
import type { AnalysedEntity, AnalysedRole, Analysis, Visible } from './analysis.ts'
import { type FieldNamed, fieldsNamed } from './field-named.ts'
import { entityName, memberName, wordsOf } from './read/names.ts'
import { readField } from './read/read-field.ts'
import { type Said, sentencesSaid } from './sentences-said.ts'

const seen =
  '(?:visible|seen|shown|known|readable|displayed|revealed|disclosed|available|accessible|viewable|open|exposed|viewed|read|told|given)'
const see = '(?:sees?|reads?|views?|knows?|look at|looks at|gets? to see|have access to|has access to|access(?:es)?)'
const may = '(?:may|can|could|should|shall|must|will|(?:is|are) (?:allowed|able|permitted) to|gets? to)'
const alone = '(?:only|alone|exclusively|solely|and (?:to |by )?(?:nobody|no one) else|and nobody else)'
const names = "[\\p{L}' ’,-]+?"

/** In order: the first that fits a sentence says who sees a field, and who does not. */
const forms: readonly (readonly [Visible['kind'], RegExp])[] = [
  [
    'only',
    rx(
      `^(?<field>${names}) (?:is|are|be|stays?|remains?|${may} be) (?:only|just|solely|exclusively) (?:to be )?${seen} (?:to|by|for) (?<roles>${names})$`,
    ),
  ],
  [
    'only',
    rx(
      `^(?<field>${names}) (?:is|are|${may}(?: only)? be|stays?|remains?)(?: to be)? ${seen} (?:only|just|solely|exclusively|to none but|by none but) (?:to |by |for )?(?<roles>${names})$`,
    ),
  ],
  [
    'only',
    rx(
      `^(?<field>${names}) (?:is|are|${may} be|stays?|remains?)(?: to be)? ${seen} (?:to|by|for) (?:only |just )?(?<roles>${names}) ${alone}$`,
    ),
  ],
  [
    'only',
    rx(
      `^(?<field>${names}) (?:is|are|${may} be|stays?|remains?)(?: to be)? ${seen} (?:to|by|for) (?:only|just|nobody but|no one but) (?<roles>${names})$`,
    ),
  ],
  ['only', rx(`^(?<field>${names}) ${may} only be ${seen} (?:to|by|for) (?<roles>${names})$`)],
  [
    'only',
    rx(
      `^(?<field>${names}) (?:is|are)(?: kept)? (?:only for|for|private to|confidential to|reserved (?:for|to)|restricted to|limited to|secret to|hidden from (?:everyone|everybody|all|anyone|anybody) (?:but|except)) (?<roles>${names})(?: only| alone|['’]s? eyes only)?$`,
    ),
  ],
  [
    'only',
    rx(
      `^(?:only|just|nobody but|no one but|nobody except|no one except|nobody other than|no one other than) (?<roles>${names}) (?:${may} )?${see} (?<field>${names})$`,
    ),
  ],
  [
    'only',
    rx(
      `^(?:nobody|no one) (?:${may} )?${see} (?<field>${names}) (?:but|except|other than|apart from)(?: for)? (?<roles>${names})$`,
    ),
  ],
  [
    'hidden',
    rx(
      `^(?<field>${names}) (?:is|are|stays?|remains?|${may} be)(?: kept)? (?:hidden|concealed|withheld|secret) from (?<roles>${names})$`,
    ),
  ],
  [
    'hidden',
    rx(`^(?<field>${names}) (?:is|are|${may}) (?:not|never) (?:be )?${seen} (?:to|by|for) (?<roles>${names})$`),
  ],
  [
    'hidden',
    rx(
      `^(?<roles>${names}) (?:cannot|can['’]t|can not|may not|must not|should not|shall not|do not|does not|don['’]t|doesn['’]t|may never|never|(?:is|are) not (?:allowed|able|permitted) to) ${see} (?<field>${names})$`,
    ),
  ],
  [
    'hidden',
    rx(
      `^(?<roles>${names}) (?:${may} )?(?:${see}|list|lists|manages?) .+?,? (?:but not|but never|without|except(?: for)?|though not|but no|apart from|other than|minus) (?<field>${names})$`,
    ),
  ],
]

function rx(source: string): RegExp {
  return new RegExp(source, 'iu')
}

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
  for (const [kind, form] of forms) {
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
      roles: [...analysis.roles, ...added.map((name): AnalysedRole => ({ name, aliases: [], ...source }))],
      visible: [...known, ...more],
    }
  }
  return analysis
}

/** What is visible to some is surely seen; what only some may see could be a thing as a whole. */
const isPassive = rx(
  `\\b(?:is|are|be|stays?|remains?)\\b.* (?:visible|seen|shown|known|displayed|revealed|disclosed|hidden)\\b`,
)

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
  if (parts.some((part) => nobody.test(part) || wordsOf(part).length > 3)) return []
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
