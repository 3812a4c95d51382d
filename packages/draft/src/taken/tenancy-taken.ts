import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { AnalysedAccess, AnalysedEntity, Analysis } from '../analysis.ts'
import { entityIn, grantIn, note, type Outline, type OutlineEntity } from '../outline.ts'
import { entityName, memberName, slug } from '../read/names.ts'
import { personField } from './complete-members.ts'
import { foundBy, type Source, saidBy, type Taken, takenFrom } from './taken.ts'
import { type TenancySaid, tenancyIn } from './tenancy-said.ts'

/** Organisations whose rows nothing crosses, and rows that say who belongs to them with which roles. */
export const tenancyTaken = (words: string): readonly Taken[] => {
  const said = tenancyIn(words)
  const [first, ...more] = said?.sentences ?? []
  if (!said || !first) return []
  const [head, ...others] = [first, ...more].map(takenFrom)
  if (!head) return []
  const main: Taken = {
    ...head,
    withThings: (analysis) => withOrganisation(analysis, said, head),
    withRights: (analysis) => ({
      ...analysis,
      access: analysis.access.map((right) => withoutTenant(right, said.organisation)),
    }),
    withFound: (analysis) => ({
      ...analysis,
      roles: [
        ...analysis.roles,
        ...said.roles
          .filter((role) => !analysis.roles.some(({ name }) => slug(name) === slug(role)))
          .map((role) => ({ name: memberName(role), aliases: [], ...foundBy(head) })),
      ],
    }),
    addThings: (outline) => addTenancy(outline, said, head),
    addRules: (outline) => keepApart(outline, said),
  }
  return [main, ...others]
}

/** Which organisation a row is of says its tenant alone: no reference, no field, and no condition of its own. */
const withOrganisation = (analysis: Analysis, { organisation, hasMembers }: TenancySaid, source: Source): Analysis => {
  const name = entityName(organisation)
  const own = new Set([organisation, `${organisation} id`, `${organisation} name`].map(memberName))
  // `Housing cooperatives` of which nothing else is said are the cooperatives.
  const isSame = ({ name: other, fields }: AnalysedEntity) =>
    hasMembers && other !== name && other.endsWith(name) && fields.length === 0
  const same = new Set(analysis.entities.filter(isSame).map((entity) => entity.name))
  const left = analysis.entities.filter((entity) => !same.has(entity.name))
  const entities = left.map((entity) =>
    entity.name === name ? entity : { ...entity, fields: entity.fields.filter((field) => !own.has(field.name)) },
  )
  const isKnown = entities.some((entity) => entity.name === name)
  return {
    ...analysis,
    entities: isKnown || !hasMembers ? entities : [...entities, { name, aliases: [], fields: [], ...foundBy(source) }],
    relations: analysis.relations.filter(({ from, to }) => ![from, to].some((each) => each === name || same.has(each))),
    access: analysis.access.filter(({ on }) => !same.has(on)),
    operations: analysis.operations.filter(({ on }) => !same.has(on)),
  }
}

/** `tickets of their own organisation`: there are no others. */
const withoutTenant = (right: AnalysedAccess, organisation: string): AnalysedAccess => {
  const theirs = new RegExp(
    `^(?:(?:but )?only )?(?:(?:those )?(?:of|in|from|at|for|within) )?(?:(?:their|his or her|its|the same) (?:own )?|own )${organisation}$`,
    'i',
  )
  return right.when !== null && theirs.test(right.when.trim()) ? { ...right, when: null } : right
}

const addTenancy = (outline: Outline, said: TenancySaid, source: Source): boolean => {
  const { organisation, hasMembers } = said
  const shared = outline.entities.get(entityName(organisation))
  outline.tenancy = { field: `${memberName(organisation)}Id`, claim: slug(organisation) }
  note(outline, 'access.tenancy', saidBy(source))
  if (shared) shared.isShared = true
  if (hasMembers && shared) addMember(outline, shared, said, source)
  return true
}

const addMember = (outline: Outline, shared: OutlineEntity, said: TenancySaid, source: Source): void => {
  const member = entityIn(outline, 'Member')
  note(outline, 'Member', saidBy(source))
  const person = personField(member)
  member.fields.set(person, { ...member.fields.get(person), unique: true })
  for (const name of said.roles.map(slug)) {
    outline.roles.add(name)
    note(outline, `access.roles.${name}`, saidBy(source))
  }
  const signedIn = outline.roles.has('visitor') ? 'signed-in' : 'visitor'
  outline.membership = { entity: 'Member', roles: rolesField(member), ...whileOf(member, said), signedIn }
  note(outline, 'access.membership', saidBy(source))
  outline.roles.add(signedIn)
  const assumed = 'whoever is signed in, a member or not'
  note(outline, `access.roles.${signedIn}`, { assumed, confidence: 0.5 })
  addFirst(outline, shared, { said, signedIn })
  letKeep(outline, member, said)
}

const rolesField = ({ relations }: OutlineEntity): string => (relations.has('role') ? 'memberRole' : 'role')

/** `while` is one rule: the day of acceptance says both where both are said. */
const whileOf = (member: OutlineEntity, { isActive, isAccepted }: TenancySaid): { readonly while?: string } => {
  if (isActive) member.fields.set('isActive', { type: 'boolean', default: true })
  if (isAccepted) member.fields.set('acceptedAt', { type: 'instant', optional: true })
  const rules = [...(isActive ? ['isActive'] : []), ...(isAccepted ? ['acceptedAt is not null'] : [])]
  return rules.length > 0 ? { while: rules.join(' and ') } : {}
}

interface First {
  readonly said: TenancySaid
  readonly signedIn: string
}

/** An organisation is made by whoever signs in, and its first member by code. */
const addFirst = (outline: Outline, shared: OutlineEntity, { said, signedIn }: First): void => {
  const { organisation, isAccepted } = said
  const said_ = [...shared.allow.keys()]
  shared.allow.clear()
  grantIn(shared, signedIn).actions.add('create')
  const what = withArticle(organisation)
  const sentences = [
    `Who makes ${what}? Assumed: whoever signs in. Its first member is written by a hook, \`hooks: [after]\` of ${shared.name}: it is not declared, as until its code is there nobody could make one.`,
    ...(said_.length > 0
      ? [
          `Who may see and change ${what}? Its rows are of no tenant, so who sees one sees all: nobody was given that (${said_.join(', ')}).`,
        ]
      : []),
    ...(isAccepted
      ? [
          'How does somebody accept? An operation of their own that sets `acceptedAt` is to be written; until then nobody belongs anywhere.',
        ]
      : []),
  ]
  for (const sentence of sentences) outline.questions.push({ about: shared.name, sentence, choices: [] })
}

/** Who looks after members, where the words give a role that does. */
const letKeep = (outline: Outline, member: OutlineEntity, { organisation, roles }: TenancySaid): void => {
  const keeper = ['owner', 'admin', 'administrator', 'manager'].find((role) => roles.includes(role))
  if (keeper === undefined || member.allow.size > 0) return
  for (const action of ['create', 'read', 'update', 'list', 'delete']) grantIn(member, keeper).actions.add(action)
  const assumed = `the words do not say who looks after the members of ${withArticle(organisation)}`
  note(outline, `Member.allow.${keeper}`, { assumed, confidence: 0.5 })
}

/** Every row but those of organisations belongs to one. */
const keepApart = (outline: Outline, { organisation, hasMembers, sentences }: TenancySaid): boolean => {
  const { tenancy, membership } = outline
  if (!tenancy) return false
  for (const entity of outline.entities.values()) entity.relations.delete(memberName(organisation))
  for (const entity of outline.entities.values())
    if (!entity.isShared) entity.fields.set(tenancy.field, { type: 'text', length: '1..40', default: 'tenant' })
  const member = outline.entities.get('Member')
  if (hasMembers && member && membership) {
    const values = [...outline.roles].filter((role) => role !== membership.signedIn)
    member.fields.set(rolesField(member), { type: 'enum', values })
  }
  if (!hasMembers) askWho(outline, organisation, sentences[0]?.text ?? '')
  return true
}

const askWho = ({ questions }: Outline, organisation: string, quote: string): void => {
  const sentence = `"${quote.trim().replace(/[.!?;]+$/, '')}": who belongs to which of the ${pluralNoun(organisation)}? Assumed: tokens say so (the claim ${slug(organisation)}); rows can (\`access.membership\`).`
  questions.push({ about: 'access', sentence, choices: [] })
}
