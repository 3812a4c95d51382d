import type { AnalysedAccess, AnalysedEntity, AnalysedRelation, Analysis } from '../analysis.ts'
import { actionsOf } from '../language/actions.ts'
import type { Outline } from '../outline.ts'
import { operationName } from '../outline-names.ts'
import { entityName, isPlural, memberName, wordsOf } from '../read/names.ts'
import { isWithin, type Said, sentencesSaid } from '../sentences-said.ts'
import { addJoining, addRights, askWhat, keepToMembers } from './complete-members.ts'
import { type Membership, type MembersSaid, membershipsIn } from './members-said.ts'
import { namedAs, wholeNamedAs } from './named-as.ts'
import type { RightSaid } from './rights-of.ts'
import { sharingsIn } from './shared-said.ts'
import { foundBy, type Source, type Taken, takenFrom } from './taken.ts'

/** `Members of a project see it, and its leads change it`: rows of their own say who belongs to what, and conditions ask of them. */
export const membersTaken = (words: string): readonly Taken[] => {
  const sentences = sentencesSaid(words)
  return [...membershipsIn(words), ...sharingsIn(words)].flatMap((membership) =>
    sentences.flatMap((sentence) => {
      const said = membership.said.filter(({ start }) => isWithin(start, sentence))
      const isMeant = said.length > 0 || membership.declared.some(({ start }) => isWithin(start, sentence))
      return isMeant ? [takenOf(sentence, membership, said)] : []
    }),
  )
}

const takenOf = (sentence: Said, membership: Membership, said: readonly MembersSaid[]): Taken => {
  const source = takenFrom(sentence)
  return {
    ...source,
    withThings: (analysis) =>
      said.reduce((so, each) => withThings(so, membership, { each, source }), withWhole(analysis, membership, source)),
    withRights: (analysis) => withoutIdle(analysis, membership),
    addThings: (outline) => {
      const own = inDraft({ ...membership, said }, outline)
      if (!addJoining(outline, { ...own, said: membership.said }, source)) return false
      for (const each of own.said) if (!addRights(outline, own, { said: each, source })) askWhat(outline, own, each)
      return true
    },
    addRules: (outline: Outline) => {
      const own = inDraft({ ...membership, said }, outline)
      for (const each of own.said) keepToMembers(outline, own, each)
      return true
    },
    withFound: (analysis) => ({
      ...analysis,
      roles: analysis.roles.some(({ name }) => name === membership.role)
        ? analysis.roles
        : [...analysis.roles, { name: membership.role, aliases: [], ...foundBy(source) }],
      access: [...analysis.access, ...said.flatMap((each) => accessOf(each, membership, source))],
    }),
  }
}

/** A kind of member that nothing else is said of is no role. */
const withoutIdle = (analysis: Analysis, { kinds, role }: Membership): Analysis => ({
  ...analysis,
  roles: analysis.roles.filter(
    ({ name }) =>
      name === role || !kinds.includes(wordsOf(name).join(' ')) || analysis.access.some((right) => right.role === name),
  ),
})

const called = (phrase: string, { entities }: Analysis): AnalysedEntity | undefined => {
  const name = entityName(phrase)
  const known = entities.find((each) => each.name === name || each.aliases.includes(name))
  if (known) return known
  const meant = namedAs(
    phrase,
    entities.map((each) => each.name),
  )
  return entities.find((each) => each.name === meant)
}

/** Things by the names that they have in the draft. */
const inDraft = (membership: Membership, { entities }: Outline): Membership => {
  const name = (phrase: string) => wordsOf(namedAs(phrase, entities.keys()) ?? phrase).join(' ')
  const rights = (said: MembersSaid) =>
    said.rights.map((right) =>
      right.on.kind === 'part' && entityName(right.on.noun) !== entityName(membership.noun)
        ? { ...right, on: { ...right.on, noun: name(right.on.noun) } }
        : right,
    )
  return {
    ...membership,
    whole: wordsOf(wholeNamedAs(membership.whole, entities.keys()) ?? membership.whole).join(' '),
    said: membership.said.map((said) => ({ ...said, rights: rights(said) })),
  }
}

const withWhole = (analysis: Analysis, { whole }: Membership, source: Source): Analysis =>
  called(whole, analysis) ||
  wholeNamedAs(
    whole,
    analysis.entities.map(({ name }) => name),
  ) !== undefined
    ? analysis
    : withEntity(analysis, whole, source)

const withEntity = (analysis: Analysis, noun: string, source: Source): Analysis => ({
  ...analysis,
  entities: [...analysis.entities, { name: entityName(noun), aliases: [], fields: [], ...foundBy(source) }],
})

interface SaidThere {
  readonly each: MembersSaid
  readonly source: Source
}

/** `its tasks` are things, each of one project. */
const withThings = (given: Analysis, membership: Membership, { each, source }: SaidThere): Analysis =>
  each.rights.reduce((analysis, { verbs, on }) => {
    const isPart = on.kind === 'part' && entityName(on.noun) !== entityName(membership.noun)
    const so = isPart ? withPart(analysis, membership.whole, { noun: on.noun, source }) : analysis
    const thing = on.kind === 'whole' ? membership.whole : on.noun
    return verbs.reduce((all, verb) => withOperation(all, verb, { thing, source }), so)
  }, given)

const withPart = (
  analysis: Analysis,
  whole: string,
  { noun, source }: { readonly noun: string; readonly source: Source },
): Analysis => {
  const owner = called(whole, analysis)
  const isField = owner?.fields.some(({ name }) => name === memberName(noun)) === true
  const known = called(noun, analysis)
  if (!owner || (!known && (isField || noun.includes(' ') || !isPlural(noun)))) return analysis
  const so = known ? analysis : withEntity(analysis, noun, source)
  const from = known?.name ?? entityName(noun)
  if (leads(so.relations, from, owner.name)) return so
  const relation: AnalysedRelation = {
    ...{ from, to: owner.name, kind: 'many-to-one', owned: false, optional: false },
    ...foundBy(source),
  }
  return { ...so, relations: [...so.relations, relation] }
}

const stepsMax = 3

/** Whether references lead from one thing to another. */
const leads = (relations: readonly AnalysedRelation[], from: string, to: string, steps = stepsMax): boolean =>
  steps > 0 &&
  relations.some(
    (each) =>
      each.from === from &&
      each.kind !== 'many-to-many' &&
      (each.to === to || leads(relations, each.to, to, steps - 1)),
  )

/** `close it`: what no usual verb says is an operation. */
const withOperation = (
  analysis: Analysis,
  verb: string,
  { thing, source }: { readonly thing: string; readonly source: Source },
): Analysis => {
  const on = called(thing, analysis)?.name
  const name = on === undefined ? '' : operationName(`${verb} ${on}`)
  if (on === undefined || actionsOf(verb) !== null || analysis.operations.some((each) => each.name === name))
    return analysis
  return { ...analysis, operations: [...analysis.operations, { name, on, aliases: [], ...foundBy(source) }] }
}

const accessOf = (
  { rights }: MembersSaid,
  { whole, noun, role }: Membership,
  source: Source,
): readonly AnalysedAccess[] =>
  rights.map(({ verbs, on }: RightSaid) => ({
    role,
    do: verbs.flatMap((verb) => actionsOf(verb) ?? [operationName(`${verb} ${whole}`)]),
    on: entityName(on.kind === 'whole' ? whole : on.noun),
    when: `${noun} of the ${whole}`,
    ...foundBy(source),
  }))
