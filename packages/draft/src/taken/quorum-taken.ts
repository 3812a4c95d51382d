import { singularNoun } from '@charter/charter'
import { creatorField } from '../creator-field.ts'
import { limitActions } from '../limit-actions.ts'
import { entityIn, grantIn, linesOf, note, type Outline, type OutlineEntity } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { capital, collectionName, entityName, lower, wordsOf } from '../read/names.ts'
import { quoted, sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { deedsThere, limitDeeds, takeDeeds } from './limit-deed.ts'
import { number, numberOf } from './numbers.ts'
import { cleaned, name } from './sentence-form.ts'
import { type Source, saidBy, type Taken, takenFrom } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** That something is done once so many have said so. */
interface QuorumSaid extends Source {
  readonly thing: string
  /** `approve`. */
  readonly verb: string
  readonly count: number
  /** Who says so; empty: anybody. */
  readonly who: string
  /** `vote`. */
  readonly ballot: string
  /** Not who made it: `two other reviewers`. */
  readonly isOfOthers: boolean
}

/** How rows are called that say so. Data: a new verb is a new member. */
const ballots: Readonly<Record<string, string>> = {
  'voted for': 'vote',
  'voted in favour of': 'vote',
  approved: 'approval',
  endorsed: 'endorsement',
  seconded: 'endorsement',
  backed: 'endorsement',
  supported: 'endorsement',
  signed: 'signature',
  countersigned: 'signature',
  'agreed to': 'agreement',
  confirmed: 'confirmation',
}
const said = `(?<how>${Object.keys(ballots).join('|')}|voted)`
const only = '(?:only )?'
const many = `(?:(?:at least|no fewer than|no less than) )?(?<count>${number})(?: or more)?(?: different|(?<others> other))?(?: of (?:the|its))?`
const once = '(?:once|when|after|if|as soon as|provided(?: that)?)'

const by = `(?: (?:of|by|from)(?<others2> other)? (?<who>${name}?))?`

const done = `(?:an?|the|each|every) (?<thing>${name}?) (?:(?:can|may|must|should) ${only}be|is) ${only}(?<done>${letter}+)(?: by (?:an? |the )?${name})? ${only}${once}`
const author = '(?: other than (?:its|the) (?:author|maker|creator|writer))'

const forms = [
  `${done} ${many} (?<who>${name}?)(?: or more)? have ${said}(?: it| for it)?`,
  `${done} it has been ${said} by ${many} (?<who>${name}?)(?: or more)?(?<others2>${author})?`,
  `(?:an?|the|each|every) (?<thing>${name}?) (?:needs|requires) ${many} (?<ballots>votes?|approvals?|signatures?|endorsements?|confirmations?)${by} (?:before it (?:is|can be|may be)|to be) (?<done>${letter}+)`,
  `${many} (?<ballots>votes?|approvals?|signatures?|endorsements?|confirmations?)${by} (?:are|is) (?:needed|required|necessary) (?:to (?<verb>${letter}+) (?:an?|the|each) (?<thing>${name})|before (?:an?|the|each) (?<thing>${name}?) (?:is|can be|may be) (?<done>${letter}+))`,
].map((source) => new RegExp(`^${source}$`, 'i'))
/** `once most lawyers have signed it`: somebody has to say yes, in words of which no count is made. */
const other = new RegExp(
  `^(?:an?|the|each|every) (?<thing>${name}?) (?:(?:can|may|must|should) ${only}be|is) ${only}(?<done>${letter}+) ${only}${once} (?!(?:it|they) )(?:.+ )?(?:has|have) ${said}\\b.*$`,
  'i',
)

/** `A proposal can be approved once two reviewers have voted for it`: votes are rows, one of each, and a condition counts them. */
export const quorumsTaken = (words: string): readonly Taken[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text } = sentence
    const clean = cleaned(text)
    const groups = forms.map((form) => form.exec(clean)?.groups).find((each) => each)
    const source = takenFrom(sentence)
    const quorum = groups && { ...quorumOf(groups), ...source }
    if (quorum && quorum.count > 1)
      return [
        {
          ...source,
          question: {
            about: '',
            sentence: `"${quoted(text)}": who ${quorum.verb}s what, and who says yes to it? No rule was made of it.`,
            choices: [],
          },
          addThings: (outline) => addBallots(outline, quorum),
          addRules: (outline) => addQuorum(outline, quorum),
        },
      ]
    const { thing: of = '', verb = '' } = quorum ?? quorumOf(other.exec(clean)?.groups ?? {})
    if (of === '') return []
    return [{ ...source, addRules: (outline) => leaveOut(outline, { of, verb, quote: text }) }]
  })

/** What waits for somebody's yes is nobody's to do until it is said how. */
const leaveOut = (
  { entities, questions }: Outline,
  { of, verb, quote }: { readonly of: string; readonly verb: string; readonly quote: string },
): boolean => {
  const entity = entities.get(entityName(of))
  if (!entity || !takeDeeds(entity, deedsThere(verb, entity))) return false
  const sentence = `"${quoted(quote)}": how is it known that it may be done? No rule was made of it, and nobody was given the right to ${verb} it.`
  questions.push({ about: entity.name, sentence, choices: [] })
  return true
}

const quorumOf = ({
  thing = '',
  done = '',
  verb = done,
  count = '',
  who = '',
  how = '',
  ballots: rows = '',
  others,
  others2 = others,
}: Readonly<Record<string, string | undefined>>) => ({
  thing: singularNoun(wordsOf(thing).join(' ')),
  verb: verbOf(verb.toLowerCase()),
  count: numberOf(count),
  isOfOthers: others2 !== undefined || /^others$/i.test(who),
  who: /^(?:people|persons|users|others|of them|them)$/i.test(who) ? '' : singularNoun(wordsOf(who).join(' ')),
  ballot: rows === '' ? (ballots[how.toLowerCase()] ?? 'vote') : singularNoun(rows.toLowerCase()),
})

/** One row of each who says so, which nobody else can make in their name. */
const addBallots = (outline: Outline, quorum: QuorumSaid): boolean => {
  const thing = outline.entities.get(entityName(quorum.thing))
  if (!thing) return false
  const ballot = ballotOf(outline, thing, quorum)
  const isOpinion = [...ballot.fields.values()].some(({ type }) => type === 'boolean' || type === 'enum')
  const reference = referenceTo(ballot, thing)
  const relation = [...thing.relations].find(([, { many: of }]) => of === ballot.name)?.[0]
  if (reference === undefined || relation === undefined || isOpinion) return false
  const creator = creatorField(ballot, quorum.ballot === 'vote' ? 'voter' : 'givenBy')
  if (!ballot.unique.some((each) => each.join() === [`${reference}Id`, creator].join()))
    ballot.unique.push([`${reference}Id`, creator])
  const role = roleName(quorum.who)
  const isMade = [...ballot.allow.values()].some((grant) => linesOf(grant).some(({ actions }) => actions.has('create')))
  if (role !== '' && !isMade) {
    outline.roles.add(role)
    note(outline, `access.roles.${role}`, saidBy(quorum))
    for (const action of ['create', 'read', 'list']) grantIn(ballot, role).actions.add(action)
    note(outline, `${ballot.name}.allow.${role}`, saidBy(quorum))
  }
  thing.sets.set(`${relation}Given`, { of: relation, count: countOf(ballot) })
  return true
}

const countOf = ({ name: entity }: OutlineEntity): string => `${lower(entity)}Count`

const ballotOf = (outline: Outline, thing: OutlineEntity, { ballot }: QuorumSaid): OutlineEntity => {
  const known = [entityName(ballot), `${thing.name}${capital(ballot)}`]
    .map((each) => outline.entities.get(each))
    .find((each) => each !== undefined && referenceTo(each, thing) !== undefined)
  if (known) return known
  const isFree = !outline.entities.has(entityName(ballot))
  const made = entityIn(outline, isFree ? entityName(ballot) : `${thing.name}${capital(ballot)}`)
  made.relations.set(lower(thing.name), { one: thing.name })
  thing.relations.set(collectionName(made.name), { many: made.name, inverse: lower(thing.name) })
  return made
}

const referenceTo = ({ relations }: OutlineEntity, { name: of }: OutlineEntity): string | undefined =>
  [...relations].find(([, { one }]) => one === of)?.[0]

const addQuorum = (outline: Outline, quorum: QuorumSaid): boolean => {
  const thing = outline.entities.get(entityName(quorum.thing))
  const ballot = thing && ballotOf(outline, thing, quorum)
  const deeds = thing ? deedsThere(quorum.verb, thing) : []
  if (!thing || !ballot || deeds.length === 0) return false
  note(outline, ballot.name, saidBy(quorum))
  const rows = `${quorum.count} ${wordsOf(collectionName(ballot.name)).join(' ')}`
  limitDeeds(thing, deeds, {
    condition: `resource.${countOf(ballot)} >= ${quorum.count}`,
    message: `It takes ${rows} to ${quorum.verb} it.`,
  })
  if (quorum.isOfOthers) keepMaker(outline, thing, ballot, quorum)
  const role = roleName(quorum.who)
  const others = [...ballot.allow].filter(
    ([each, grant]) => each !== role && linesOf(grant).some(({ actions }) => actions.has('create')),
  )
  if (role !== '' && others.length > 0)
    outline.questions.push({
      about: ballot.name,
      sentence: `"${quorum.quote.replace(/[.!?;]+$/, '')}": do those of ${others.map(([each]) => each).join(', ')} count as well? Assumed: yes.`,
      choices: ['yes', 'no'],
    })
  return true
}

/** Who made it does not say yes to it. */
const keepMaker = (outline: Outline, thing: OutlineEntity, ballot: OutlineEntity, quorum: QuorumSaid): void => {
  const isNew = ![...thing.fields.values()].some(({ default: from }) => from === 'principal')
  const creator = creatorField(thing)
  if (isNew) note(outline, `${thing.name}.${creator}`, saidBy(quorum))
  const condition = `principal.id != resource.${referenceTo(ballot, thing) ?? lower(thing.name)}.${creator}`
  for (const grant of ballot.allow.values()) limitActions(grant, ['create', 'update'], condition)
}
