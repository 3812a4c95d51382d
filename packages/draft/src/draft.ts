import { withArticle } from '@charter/runtime'
import { withAllBut } from './all-but.ts'
import { analyse } from './analyse/analyse.ts'
import type { Analysis, Provenance } from './analysis.ts'
import { withAssumed } from './assumed-analysis.ts'
import { assumptionsOf } from './assumptions.ts'
import { clausesApart } from './clauses-apart.ts'
import { completeAccess } from './complete-access.ts'
import { completeChecks } from './complete-checks.ts'
import { completeFiles } from './complete-files.ts'
import { completeOwn } from './complete-own.ts'
import { completeProtected } from './complete-protected.ts'
import { askWhoMoves, completeStates } from './complete-states.ts'
import { completeUsual } from './complete-usual.ts'
import { completeVisible } from './complete-visible.ts'
import { completeCookies } from './cookies-said.ts'
import { withKeptDeeds } from './deeds-kept.ts'
import { questionsOfDenials } from './denials-unread.ts'
import { withDeniedOwn } from './denied-own.ts'
import { betterIdea, isIdea, spelledOutAndFound } from './finding/read-idea.ts'
import { type UsualContents, usualContents } from './finding/usual-contents.ts'
import { takeLimitsLeft } from './limits-left.ts'
import { withSaidLimits } from './limits-said.ts'
import { withNeither } from './neither-said.ts'
import type { Draft, DraftQuestion, Outline } from './outline.ts'
import { outlineOf } from './outline-of.ts'
import { addRoutes } from './outline-routes.ts'
import { withOwnLimits } from './own-limits.ts'
import { questionsOfParts, withOwnedSaid } from './owned-said.ts'
import { withPossessedRoles } from './possessed-roles.ts'
import { routesIn } from './read/routes.ts'
import { nameOf } from './read/title.ts'
import { withoutThrough } from './relations-through.ts'
import { questionsOfRestrictions } from './restrictions-unread.ts'
import { withRightsSaid } from './rights-said.ts'
import { quoted } from './sentences-said.ts'
import { questionsOfUnread } from './sentences-unread.ts'
import { questionRestoredBy, restoredBy, type Taken, withoutPlace, wordsWithout } from './taken/taken.ts'
import { takenIn } from './taken/taken-in.ts'
import { completeUnique } from './unique-said.ts'
import { withVisible } from './visible-said.ts'
import { filesApart, withRightsToFiles } from './with-files.ts'
import { writeDocument } from './write-document.ts'
import { completeWriteOnly } from './write-only-said.ts'

export interface DraftOptions {
  /** Name of the charter where the words do not give a better one. */
  readonly name?: string
}

/**
 * A charter from plain words, by rules alone: no model, no network, the same each time. What the words do not say and an
 * API needs is assumed, and told so in `assumed`, in comments of the document and under its `questions`.
 */
export const draftCharter = (given: string, options: DraftOptions = {}): Draft => {
  const clauses = clausesApart(given)
  return draftWith({ given, clauses }, takenIn(clauses), options)
}

interface Asked {
  readonly given: string
  /** The same words, its clauses apart. */
  readonly clauses: string
}

/** What finds no place in the draft is asked about, or left to be read as anything else, in a draft without it. */
const draftWith = (asked: Asked, taken: readonly Taken[], options: DraftOptions, tries = 0): Draft => {
  const { given, clauses } = asked
  const { routes, rest: words } = routesIn(wordsWithout(clauses, taken))
  const spelledOut = analyse(words)
  const idea = isIdea(given) ? betterIdea(words, spelledOut, { isLimitedElsewhere: taken.length > 0 }) : null
  const said = idea ?? spelledOutAndFound(words, spelledOut)
  const contents = usualContents(words, said.analysis)
  const { analysis: found, usual } = contents ?? said
  const apart = filesApart(found)
  const possessed = withPossessedRoles(apart.analysis, words)
  const named = taken.reduce((so, { withThings }) => withThings?.(so) ?? so, possessed)
  const read = withOwnedSaid(withoutThrough(named, words), words)
  const visible = withVisible(withAllBut(read, words), words)
  const owned = withOwnLimits(withRightsSaid(visible, words), words)
  const limited = withDeniedOwn(withSaidLimits(withKeptDeeds(withNeither(owned, words), words), words), words)
  const ruled = taken.reduce((so, { withRights }) => withRights?.(so) ?? so, limited)
  const analysis = withRightsToFiles(ruled, apart.owners)
  const outline = outlineOf(analysis)
  const unplaced = taken.filter(({ addThings }) => addThings?.(outline) === false)
  if (unplaced.length > 0) return draftWith(asked, left(taken, unplaced, tries), options, tries + 1)
  if (contents) askForMore(contents, outline)
  outline.questions.push(...questionsOfParts(found, read))
  addRoutes(routes, outline)
  completeUsual(outline, usual)
  const unique = completeUnique(outline, analysis, words)
  completeProtected(outline)
  completeChecks(outline)
  completeAccess(outline)
  completeOwn(outline)
  completeVisible(outline, analysis.visible ?? [])
  completeStates(outline)
  const idle = taken.filter(({ addRules }) => addRules?.(outline) === false)
  if (idle.length > 0) return draftWith(asked, left(taken, idle, tries), options, tries + 1)
  askWhoMoves(outline)
  completeWriteOnly(outline)
  completeFiles(outline)
  completeCookies(outline, words)
  const limits = takeLimitsLeft(outline, analysis, { words, given })
  const denials = questionsOfDenials(analysis, words)
  outline.questions.push(
    ...limits,
    ...notAsked([...denials, ...questionsOfRestrictions(analysis, words, denials)], limits),
  )
  if (idea) askUnused(analysis, outline)
  const known = taken.flatMap(({ isWhole, quote }) => (isWhole ? [quoted(quote)] : []))
  outline.questions.push(
    ...questionsOfUnread(analysis, words, [...outline.questions.map(({ sentence }) => sentence), ...unique, ...known]),
  )
  const restored = restoredBy(given, words)
  for (const [path, from] of outline.provenance) outline.provenance.set(path, restored(from))
  const questions = outline.questions.map(questionRestoredBy(given, words))
  outline.questions.splice(0, outline.questions.length, ...questions)
  const { name, title } = nameOf(given, outline, contents?.whole, options.name)
  return {
    name,
    title,
    document: writeDocument(outline, { name, title, ...describedBy(given) }),
    lockProvenance: Object.fromEntries(outline.provenance),
    assumed: assumptionsOf(outline).map(({ sentence }) => sentence),
    questions: outline.questions,
    analysis: taken.reduce(
      (so, { withFound }) => withFound?.(so) ?? so,
      quotedBy(restored, analysis.entities.length > 0 && idea ? analysis : withAssumed(analysis, outline)),
    ),
  }
}

/** Of a sentence that is asked about nothing else is. */
const notAsked = (questions: readonly DraftQuestion[], asked: readonly DraftQuestion[]): readonly DraftQuestion[] =>
  questions.filter(({ sentence }) => !asked.some((other) => other.sentence.includes(quoteOf(sentence))))

const quoteOf = (sentence: string): string => sentence.split('":')[0]?.slice(1) ?? sentence

/** Drafts of one text are few, however much of it finds no place: then all of it is read as anything else. */
const left = (taken: readonly Taken[], unplaced: readonly Taken[], tries: number): readonly Taken[] =>
  tries < triesMax ? withoutPlace(taken, unplaced) : []

const triesMax = 4

const quotedBy = (restored: <T extends Provenance>(from: T) => T, analysis: Analysis): Analysis => ({
  ...analysis,
  entities: analysis.entities.map((each) => ({ ...restored(each), fields: each.fields.map(restored) })),
  relations: analysis.relations.map(restored),
  roles: analysis.roles.map(restored),
  access: analysis.access.map(restored),
  operations: analysis.operations.map(restored),
})

const askForMore = ({ whole }: UsualContents, { questions }: Outline): void => {
  const sentence = `The words name ${withArticle(whole)} and nothing in it, so this is what one usually keeps. What should it keep beside, or not?`
  questions.push({ about: '', sentence, choices: [] })
}

const unusedMax = 10

/** What nothing was made of is told, so that whoever wrote it can say what it is. */
const askUnused = ({ unused: all = [], access, visible = [] }: Analysis, { questions }: Outline): void => {
  const limits = access.flatMap(({ when }) => (when?.startsWith('only ') ? [when] : []))
  const read = [...limits, ...visible.map(({ quote = '' }) => quote)]
  const unused = all.filter(({ text }) => !read.some((each) => each.includes(text)))
  if (unused.length === 0) return
  const more = unused.length - unusedMax
  const said = unused
    .slice(0, unusedMax)
    .map(({ text }) => `"${text.replace(/\s+/g, ' ')}"`)
    .join(', ')
  questions.unshift({
    about: '',
    sentence: `Nothing was made of ${said}${more > 0 ? ` and ${more} more` : ''}. Is any of it to be kept?`,
    choices: [],
  })
}

const descriptionMax = 160

/** The first sentence, where it is one: what the writer would say it is. */
const describedBy = (words: string): { readonly description?: string } => {
  const sentence = /^[A-Z][^\n.!?:]{10,}\./.exec(words.trim())?.[0]
  return sentence === undefined || sentence.length > descriptionMax ? {} : { description: sentence }
}
