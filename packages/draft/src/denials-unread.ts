import { pluralNoun } from '@charter/charter'
import type { AnalysedAccess, AnalysedEntity, AnalysedField, Analysis } from './analysis.ts'
import { everyone } from './facts/facts.ts'
import { concealed, see } from './language/denials.ts'
import type { DraftQuestion } from './outline.ts'
import { wordsOf } from './read/names.ts'
import { isWithin, quoted, type Said, sentencesSaid } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** Words that deny, or keep something for some. */
const denies =
  /\b(?:no(?![.,)]|[- ]show)|not|never|nor|neither|none|nobody|cannot|without|only|solely|exclusively|alone|nothing|except\w*|excluding|excluded|other than|apart from|aside from|minus|barring|unless|forbidden|prohibited|barred|banned|prevented|blocked|disallowed|stopped|lacks?|den(?:y|ies|ied)|refused?|forbids?|hides?|conceals?|withholds?|confidential|private|restricted|reserved)\b|n['’]t\b/i
const isConcealed = new RegExp(`\\b${concealed}\\b`, 'i')
const isSeeing = new RegExp(
  `\\b(?:${see}|look|list|lists|listing|visible|seen|shown|displayed|revealed|disclosed|exposed|viewed|show|shows|reveal|reveals|disclose|discloses|hides?|conceals?|withholds?|den(?:y|ies|ied)|confidential|private|restricted|reserved|eyes|access)\\b`,
  'i',
)

/** Who is kept from what was surely said, and in no form that is read: asked, so that nothing stays open in silence. */
export const questionsOfDenials = (analysis: Analysis, words: string): readonly DraftQuestion[] => {
  const rights = analysis.access.filter(({ do: actions, when }) => when === null && actions.some(isOfSight))
  const asked = sentencesSaid(words).flatMap((said, at, all) =>
    askedIn(said, all[at - 1]?.text ?? '', { analysis, rights }),
  )
  return asked.filter(({ sentence }, at) => asked.findIndex((other) => other.sentence === sentence) === at)
}

const isOfSight = (action: string): boolean => action === 'read' || action === 'list'

interface DenialContext {
  readonly analysis: Analysis
  /** Rights to see every row. */
  readonly rights: readonly AnalysedAccess[]
}

const askedIn = (said: Said, before: string, { analysis, rights }: DenialContext): readonly DraftQuestion[] =>
  said.text
    .split(/[,:]\s+(?:and|but|while|whereas)\s+|\s+(?:while|whereas)\s+|:\s+/i)
    .filter((clause) => isConcealed.test(clause) || (denies.test(clause) && isSeeing.test(clause)))
    .flatMap((clause) => {
      if (analysis.access.some(({ when, offset }) => when !== null && isWithin(offset, said))) return []
      const fields = fieldsMeant(clause, [said.text, before], analysis)
      return fields.length > 0
        ? askAboutFields(clause, { said, fields, analysis })
        : askAboutRows(clause, { said, analysis, rights })
    })

/** Where a clause names nothing, and says `it`, what was spoken of before. */
const fieldsMeant = (clause: string, earlier: readonly string[], analysis: Analysis): readonly Field[] => {
  const own = fieldsIn(clause, analysis)
  const isStandIn =
    /\b(?:it|this|that|them|these|those)\W*$/i.test(clause) && mentionsIn(clause, analysis.entities).length === 0
  if (own.length > 0 || !isStandIn) return own
  return earlier.map((text) => fieldsIn(text, analysis)).find((found) => found.length > 0) ?? []
}

/** What is taken and never given is kept from everybody. */
const isWriteOnly = ({ on, field }: Field, { entities }: Analysis): boolean =>
  entities.some(
    ({ name, fields }) => name === on && fields.some((each) => each.name === field && each.options.writeOnly === true),
  )

interface Field {
  readonly on: string
  readonly field: string
}

/** Fields that a clause names, of the things that it names where it names any. */
const fieldsIn = (clause: string, { entities }: Analysis): readonly Field[] => {
  const named = new Set(mentionsIn(clause, fieldsOf(entities)).map(({ name }) => name))
  if (named.size === 0) return []
  const things = new Set(mentionsIn(clause, entities).map(({ name }) => name))
  const found = entities.flatMap(({ name: on, fields }) =>
    fields.flatMap(({ name: field }) => (named.has(field) ? [{ on, field }] : [])),
  )
  const own = found.filter(({ on }) => things.has(on))
  return own.length > 0 ? own : found
}

const allFields = new WeakMap<readonly AnalysedEntity[], readonly AnalysedField[]>()

/** The fields of all things in one list, made once for all sentences. */
const fieldsOf = (entities: readonly AnalysedEntity[]): readonly AnalysedField[] => {
  const made = allFields.get(entities) ?? entities.flatMap(({ fields }) => fields)
  allFields.set(entities, made)
  return made
}

/** Of a field that the sentence keeps from somebody nothing is asked. */
const askAboutFields = (
  clause: string,
  { said, fields, analysis }: { readonly said: Said; readonly fields: readonly Field[]; readonly analysis: Analysis },
): readonly DraftQuestion[] => {
  const isRead =
    fields.every((each) => isWriteOnly(each, analysis)) ||
    (analysis.visible ?? []).some(
      ({ offset, field, on }) => isWithin(offset, said) && (on === '' || fields.some((each) => each.field === field)),
    )
  const [first] = fields
  if (isRead || !first) return []
  const what = wordsOf(first.field).join(' ')
  const rows = pluralNoun(wordsOf(first.on).join(' '))
  return [
    {
      about: first.on,
      sentence: `"${quoted(clause)}": who may not see the ${what} of ${rows}? No rule was made of it, and whoever sees ${rows} sees it.`,
      choices: [],
    },
  ]
}

/** Somebody may see rows that the clause may keep from them. */
const askAboutRows = (
  clause: string,
  {
    said,
    analysis,
    rights,
  }: { readonly said: Said; readonly analysis: Analysis; readonly rights: readonly AnalysedAccess[] },
): readonly DraftQuestion[] => {
  const things = new Set(mentionsIn(clause, analysis.entities).map(({ name }) => name))
  const roles = new Set(mentionsIn(clause, analysis.roles).map(({ name }) => name))
  const isKept = /\b(?:only|solely|exclusively|alone|except\w*|other than|reserved|restricted|nobody|no one)\b/i.test(
    clause,
  )
  const meant = rights.filter(
    ({ role, on, offset }) =>
      things.has(on) &&
      !isWithin(offset, said) &&
      (roles.size === 0 || roles.has(role) !== isKept) &&
      !isDenied(analysis, role, on),
  )
  return [...new Set(meant.map(({ on }) => on))].map((on) => {
    const rows = pluralNoun(wordsOf(on).join(' '))
    const who = [...new Set(meant.flatMap((each) => (each.on === on ? [wordsOf(each.role).join(' ')] : [])))].join(', ')
    return {
      about: on,
      sentence: `"${quoted(clause)}": who may not see ${rows}? No rule was made of it, and these may see all: ${who}.`,
      choices: [],
    }
  })
}

const isDenied = ({ denied = [] }: Analysis, role: string, on: string): boolean =>
  denied.some((each) => (each.role === role || each.role === everyone) && each.on === on && each.do.some(isOfSight))
