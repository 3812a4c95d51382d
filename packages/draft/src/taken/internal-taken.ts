import { singularNoun } from '@charter/charter'
import { actionsOf } from '../language/actions.ts'
import type { Options } from '../options.ts'
import { type DraftQuestion, note, type Outline, type OutlineEntity } from '../outline.ts'
import { operationName } from '../outline-names.ts'
import { entityName, memberName, wordsOf } from '../read/names.ts'
import { quoted, sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { deedsOf, moveIn, setMove, takeDeeds } from './limit-deed.ts'
import { cleaned, name } from './sentence-form.ts'
import { type Source, saidBy, type Taken, takenFrom } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** What the service does by itself. */
interface InternalSaid extends Source {
  /** `recalculate totals`. */
  readonly deed: string
  /** `recalculate`; empty where a noun says what it is. */
  readonly verb: string
  /** `total`. */
  readonly thing: string
  /** It is done with one of them. */
  readonly isOfOne: boolean
  /** `nightly`; empty where the words do not say when. */
  readonly timing: string
}

const timing = '(?:nightly|daily|hourly|weekly|monthly|yearly|regular|periodic)'
const behind = `(?<behind>every (?:night|day|hour|week|month|morning|evening)|once an? (?:day|week|month|hour)|at (?:night|midnight)|each (?:night|day|week|month)|nightly|daily|hourly|weekly|monthly)`
const nobody =
  '(?:nobody|no one|no client|no user|only the (?:system|service)(?: itself)?)(?: (?:can|may))? calls?(?: from (?:the )?outside)?'
const closed = "(?:cannot|can['’]t|can not|must not|may not) be called from (?:the )?outside"
const system = 'the (?:system|service|application|software)(?: itself)?'

const forms = [
  `(?:there (?:is|should be|must be) |we (?:have|need|want) )?(?:an?|the) (?:(?<timing>${timing}) )?(?<job>${letter}+(?:[- ]${letter}+)??)(?: of (?:the |all )?(?<thing>${name}?))?(?: (?:that|which))? (?:${nobody}|${closed})`,
  `(?:only ${system}|${system} alone|(?:nobody|no one)(?: else)? (?:but|except(?: for)?|other than|apart from) ${system}) (?:may |can |is allowed to )?(?<verb>${letter}+) (?<article>an? |the |all |any )?(?<thing>${name}?)(?:,? ${behind})?`,
  `(?<article>an? |the |all )?(?<thing>${name}) (?:(?:is|are) only (?<done>${letter}+) by ${system}|(?:may|can|must) only be (?<done3>${letter}+) by ${system}|(?:is|are|(?:may|can|must) be) (?<done2>${letter}+) (?:only by ${system}|by ${system}(?: only| alone)))(?:,? ${behind})?`,
].map((source) => new RegExp(`^${source}$`, 'i'))

/** `Only the system itself may recalculate totals`: an operation that nobody calls from outside. */
export const internalsTaken = (words: string): readonly Taken[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text } = sentence
    const clean = cleaned(text)
    const groups = forms.map((form) => form.exec(clean)?.groups).find((each) => each)
    const found = groups && internalOf(groups)
    if (!found) return []
    const said = { ...found, ...takenFrom(sentence) }
    return [
      {
        ...takenFrom(sentence),
        addThings: (outline: Outline) => !isUsual(said) || entityOf(outline, said) !== undefined,
        addRules: (outline: Outline) => addInternal(outline, said),
        ...(isUsual(said) && { question: questionOf(said) }),
      },
    ]
  })

const questionOf = ({ quote, deed }: InternalSaid): DraftQuestion => ({
  about: '',
  sentence: `"${quoted(quote)}": who else may ${deed}? No rule was made of it.`,
  choices: [],
})

const internalOf = ({
  job,
  thing = '',
  verb,
  done,
  done2,
  done3,
  article = '',
  timing: ahead = '',
  behind: after = ahead,
}: Readonly<Record<string, string | undefined>>): Omit<InternalSaid, keyof Source> | null => {
  const said = verb ?? done ?? done2 ?? done3
  const plain = said === undefined ? '' : verbOf(said.toLowerCase())
  if (/^(?:knows?|have|has|be|is)$/.test(plain)) return null
  const deed = job === undefined ? `${plain} ${thing}` : [isVague.test(job) ? ahead : '', job, thing].join(' ')
  return {
    deed: wordsOf(deed.replace(/-/g, ' ')).join(' '),
    verb: plain,
    thing: singularNoun(wordsOf(thing).join(' ')),
    isOfOne: /^an? $/i.test(article),
    timing: after.toLowerCase(),
  }
}

const isVague = /^(?:job|task|process|run)$/i

/** `delete`, which is a right to rows and no operation. */
const isUsual = ({ verb }: InternalSaid): boolean => actionsOf(verb) !== null

/** The thing by its name; the one of which these are some (`overdue orders`), or which has it (`the title`). */
const entityOf = ({ entities }: Outline, said: InternalSaid): OutlineEntity | undefined =>
  entities.get(entityName(said.thing)) ??
  entities.get(entityName(said.thing.split(' ').at(-1) ?? '')) ??
  (isUsual(said) ? [...entities.values()].find(({ fields }) => fields.has(memberName(said.thing))) : undefined)

const addInternal = (outline: Outline, said: InternalSaid): boolean => {
  const entity = said.verb === '' ? undefined : entityOf(outline, said)
  const deeds = entity ? deedsOf(said.verb, entity) : []
  const [deed = entity && operationOf(outline, entity, said)] = deeds
  if (!entity || deed === undefined) return isUsual(said) || addOperation(outline, said)
  takeDeeds(entity, deeds)
  if (isUsual(said) || entity.name !== entityName(said.thing)) return askHow(outline, entity, said)
  const known = outline.operations.get(deed)
  const move = moveIn(entity, deed)
  if (known) {
    const { description, input } = known
    outline.operations.delete(deed)
    const options = { description, internal: true, entity: entity.name }
    outline.internal.set(deed, {
      ...options,
      ...(Object.keys(input).length > 0 && { input }),
      result: entity.name,
      ...(known.errors.length > 0 && { errors: known.errors }),
    })
  } else if (move) setMove(entity, move, { ...move.move, internal: true })
  return askWhen(outline, deed, said)
}

/** One that nobody was given. */
const operationOf = ({ operations }: Outline, { name }: OutlineEntity, { verb }: InternalSaid): string | undefined => {
  const operation = operationName(`${verb} ${name}`)
  return operations.get(operation)?.entity === name ? operation : undefined
}

/** Of what is no right of anybody yet. */
const addOperation = (outline: Outline, said: InternalSaid): boolean => {
  const { deed, isOfOne, thing } = said
  const entity = isOfOne ? outline.entities.get(entityName(thing)) : undefined
  const operation = operationName(deed)
  if (operation === '' || outline.operations.has(operation) || outline.internal.has(operation)) return false
  const options: Options = {
    description: `${deed.charAt(0).toUpperCase()}${deed.slice(1)}.`,
    internal: true,
    ...(entity && { entity: entity.name, result: entity.name }),
  }
  outline.internal.set(operation, options)
  note(outline, operation, saidBy(said))
  return askWhen(outline, operation, said)
}

const askWhen = ({ questions }: Outline, operation: string, { quote, timing: at }: InternalSaid): boolean => {
  const sentence =
    at === ''
      ? `"${quoted(quote)}": when does ${operation} run? Its code is to be written, and a hook or an operation calls it; nobody else can.`
      : `"${quoted(quote)}": what runs ${operation} ${at}? A charter has no timetable yet. Its code is to be written, and a hook or an operation calls it; nobody else can.`
  questions.push({ about: operation, sentence, choices: [] })
  return true
}

const askHow = ({ questions }: Outline, { name }: OutlineEntity, { quote, verb, deed }: InternalSaid): boolean => {
  const sentence = `"${quoted(quote)}": when does the service ${deed} by itself? Code of an operation or a hook is to be written for it, and nobody was given the right to ${verb} them.`
  questions.push({ about: name, sentence, choices: [] })
  return true
}
