import { withArticle } from '@charter/runtime'
import { actionsOf } from '../language/actions.ts'
import { limitLine } from '../limit-actions.ts'
import { entityIn, type Grant, grantIn, isDenied, linesOf, note, type Outline, type OutlineEntity } from '../outline.ts'
import { keepStricter, lineOf } from '../outline-access.ts'
import { operationName } from '../outline-names.ts'
import { pathTo } from '../read/condition.ts'
import { collectionName, entityName, lower, memberName } from '../read/names.ts'
import type { MembersSaid } from './members-said.ts'
import type { Target } from './rights-of.ts'
import { type Source, saidBy } from './taken.ts'

/** Whom rows of a joining entity make members of which thing, and the kinds that there are. */
export interface Joining {
  /** `project`. */
  readonly whole: string
  /** `member`, and the role that may be one. */
  readonly noun: string
  readonly role: string
  readonly kinds: readonly string[]
  /** Those kinds have rights of their own; none is that of every member. */
  readonly said: readonly Pick<MembersSaid, 'kind'>[]
  /** `a member of a project`, and what rows say of who is one. */
  readonly title: string
  readonly rowsSay: string
}

/** Who belongs to a thing, as rows of an entity whose rows stand for persons. False where nothing by its name can have them. */
export const addJoining = (outline: Outline, joining: Joining, source: Source): boolean => {
  const whole = outline.entities.get(entityName(joining.whole))
  const join = whole && joinOf(outline, whole, joining)
  if (!whole || !join) return false
  if (join.person !== undefined && outline.roles.has(joining.role)) return true
  const reference = referenceTo(join, whole) ?? lower(whole.name)
  const relation = collectionName(joining.noun)
  const known = whole.relations.get(relation)
  if (known !== undefined && known.many !== join.name) return false
  whole.fields.delete(relation)
  join.relations.set(reference, { one: whole.name })
  whole.relations.set(relation, { many: join.name, inverse: reference })
  const person = join.person ?? personField(join)
  join.unique.push([`${reference}Id`, person])
  const isNew = !outline.provenance.has(join.name)
  if (isNew) note(outline, join.name, { ...saidBy(source), assumed: `its rows say ${joining.rowsSay}` })
  addKinds(whole, join, joining)
  addRole(outline, joining, source)
  askWho(outline, whole, join, joining)
  return true
}

/** Makes rows stand for persons by a field, which it gives. */
export const personField = (entity: OutlineEntity): string => {
  const field = entity.relations.has('person') ? 'principalId' : 'personId'
  for (const name of [field, 'person']) entity.fields.delete(name)
  entity.fields.set(field, { type: 'text', length: '1..200' })
  entity.person = field
  return field
}

/** What refers to the thing by that name already, else one of its own. Null where the name is another's. */
const joinOf = (outline: Outline, whole: OutlineEntity, { noun }: Joining): OutlineEntity | null => {
  const own = outline.entities.get(entityName(noun))
  if (own && own !== whole && referenceTo(own, whole) !== undefined) return own
  const name = `${whole.name}${entityName(noun)}`
  const known = outline.entities.get(name)
  return known && known.person === undefined && referenceTo(known, whole) === undefined ? null : entityIn(outline, name)
}

const referenceTo = ({ relations }: OutlineEntity, { name }: OutlineEntity): string | undefined =>
  [...relations].find(([, { one }]) => one === name)?.[0]

/** `leads: { of: members, where: role == 'lead' }`. Who is of no kind in particular is of one that may no more than all. */
const addKinds = (whole: OutlineEntity, join: OutlineEntity, { kinds, noun, said }: Joining): void => {
  if (kinds.length === 0) return
  const isTaken = join.relations.has('role') || (join.fields.get('role')?.type ?? 'enum') !== 'enum'
  const field = isTaken ? 'kind' : 'role'
  const known = [...new Set([...listOf(join.fields.get(field)?.values), ...kinds])]
  const plain = known.findLast((each) => !said.some(({ kind }) => kind === each))
  const usual = known.includes(noun) ? noun : (plain ?? noun)
  join.fields.set(field, { type: 'enum', values: [...new Set([...known, usual])], default: usual })
  for (const kind of kinds)
    whole.sets.set(collectionName(kind), { of: collectionName(noun), where: `${field} == '${kind}'` })
}

const listOf = (values: unknown): readonly string[] => (Array.isArray(values) ? (values as readonly string[]) : [])

const addRole = (outline: Outline, { role }: Joining, source: Source): void => {
  outline.roles.add(role)
  note(outline, `access.roles.${role}`, saidBy(source))
}

const askWho = (
  { questions }: Outline,
  { name }: OutlineEntity,
  join: OutlineEntity,
  { role, rowsSay }: Joining,
): void => {
  const sentence = `Rows of ${join.name} say ${rowsSay}: do they name whoever signs in as ${withArticle(role)}, and who writes them?`
  questions.push({ about: name, sentence, choices: [] })
}

/** The rights of one sentence, each under the set that it speaks of. False where something of it is not there: then none of them is given. */
export const addRights = (
  outline: Outline,
  joining: Joining,
  { said, source }: { readonly said: MembersSaid; readonly source: Source },
): boolean => {
  const rights = rightsIn(outline, joining, said)
  if (rights === null) return false
  for (const { entity, actions, set, isWhole } of rights) {
    // A new row has no members yet.
    const allowed = actions.filter(
      (action) => !isDenied(outline, joining.role, entity.name, action) && !(isWhole && action === 'create'),
    )
    if (allowed.length === 0) continue
    const grant = grantIn(entity, joining.role)
    const line = lineOf(grant, set)
    for (const action of allowed) line.actions.add(action)
    keepStricter(grant)
    note(outline, `${entity.name}.allow.${joining.role}`, saidBy(source))
  }
  return true
}

interface Right {
  readonly entity: OutlineEntity
  readonly actions: readonly string[]
  readonly set: string
  readonly isWhole: boolean
}

const rightsIn = (outline: Outline, joining: Joining, { rights, kind }: MembersSaid): readonly Right[] | null => {
  const whole = outline.entities.get(entityName(joining.whole))
  if (!whole) return null
  const found = rights.flatMap(({ verbs, on }) => {
    const entity = entityOf(outline, whole, joining, on)
    const set = entity ? setOn(entity, whole, { joining, kind, outline }) : null
    const actions = entity ? verbs.map((verb) => actionsFor(verb, entity, outline)) : []
    const isKnown = entity !== undefined && set !== null && actions.every((each) => each.length > 0)
    return isKnown ? [{ entity, set, actions: actions.flat(), isWhole: entity === whole }] : []
  })
  return found.length > 0 && found.length === rights.length ? found : null
}

/** `Only members may see it`: whatever else allows it to others stands under the same condition. */
export const keepToMembers = (outline: Outline, joining: Joining, said: MembersSaid): void => {
  if (!said.isOnly) return
  for (const { entity, actions, set } of rightsIn(outline, joining, said) ?? []) {
    const [, path = ''] = /^(.*)\.\w+$/.exec(set) ?? []
    const family = [joining.noun, ...joining.kinds].map((each) => `${path}.${collectionName(each)}`)
    const within = said.kind === null ? family : [set]
    for (const grant of entity.allow.values()) keepTo(grant, actions, { set, within, family })
  }
}

interface Kept {
  readonly set: string
  /** Sets whose rows are all in it, and those of the same rows. */
  readonly within: readonly string[]
  readonly family: readonly string[]
}

/** What only leads may, other members lose; everybody else has it as one of them. */
const keepTo = (grant: Grant, actions: readonly string[], { set, within, family }: Kept): void => {
  for (const line of linesOf(grant)) {
    const isIn = (sets: readonly string[]) => sets.some((each) => line.when?.split(' && ').includes(each) === true)
    if (isIn(within)) continue
    if (!isIn(family)) limitLine(grant, line, { actions, condition: set })
    else for (const action of actions) line.actions.delete(action)
  }
}

/** The thing itself, those who belong to it, or what refers to it by that name. */
const entityOf = (outline: Outline, whole: OutlineEntity, joining: Joining, on: Target): OutlineEntity | undefined => {
  if (on.kind === 'whole') return whole
  if (entityName(on.noun) === entityName(joining.noun)) return joinOf(outline, whole, joining) ?? undefined
  return outline.entities.get(entityName(on.noun))
}

/** Actions on rows; a verb of the business is an operation that is there. */
const actionsFor = (verb: string, entity: OutlineEntity, { operations }: Outline): readonly string[] => {
  const known = actionsOf(verb)
  if (known) return known
  const name = operationName(`${verb} ${entity.name}`)
  return operations.get(name)?.entity === entity.name ? [name] : []
}

interface SetOn {
  readonly joining: Joining
  readonly kind: string | null
  readonly outline: Outline
}

/** `principal in resource.project.leads`; null where no reference leads from the rows to the thing. */
const setOn = (entity: OutlineEntity, whole: OutlineEntity, { joining, kind, outline }: SetOn): string | null => {
  const set = collectionName(kind ?? joining.noun)
  if (entity === whole) return `principal in resource.${set}`
  const path = pathTo(entity, memberName(joining.whole), outline)
  if (!path?.isReference) return null
  const steps = [...path.steps.slice(0, -1), (path.steps.at(-1) ?? '').replace(/Id$/, '')]
  return `principal in resource.${steps.join('.')}.${set}`
}

/** Of a sentence that speaks of who belongs to something, and names what is not there. */
export const askWhat = (outline: Outline, { whole, title }: Joining, { text }: MembersSaid): void => {
  const sentence = `"${text}": what may ${title} do with what? No rule was made of it, and nobody was given what it says.`
  outline.questions.push({ about: entityName(whole), sentence, choices: [] })
}
