import { withArticle } from '@charter/runtime'
import { entityIn, grantIn, isDenied, linesOf, note, type Outline, type OutlineEntity } from './outline.ts'
import { freeFieldName } from './outline-names.ts'
import { wordsOf } from './read/names.ts'

/** Makes sure that somebody may do something with everything, that a revealed field is revealed to somebody, and asks. */
export const completeAccess = (outline: Outline): void => {
  if (outline.entities.size === 0) assumeSomething(outline)
  for (const entity of outline.entities.values()) completeFields(outline, entity)
  if (outline.roles.size === 0) assumeStaff(outline)
  assumeKeeper(outline)
  for (const entity of outline.entities.values()) completeReveal(entity)
}

const assumeSomething = (outline: Outline): void => {
  entityIn(outline, 'Item')
  note(outline, 'Item', { assumed: 'the words name no thing to keep', confidence: 0.1 })
  outline.questions.push({
    about: '',
    sentence: 'What does the API keep? The words name no thing that could be read.',
    choices: [],
  })
}

/** A joining entity needs no field of its own; anything else has at least a name. */
const completeFields = (outline: Outline, entity: OutlineEntity): void => {
  const references = [...entity.relations.values()].filter(({ one }) => one !== undefined)
  if (entity.fields.size > 0 || references.length > 1) return
  const name = freeFieldName(entity, 'name') ?? 'label'
  entity.fields.set(name, { type: 'text', length: '1..120' })
  note(outline, `${entity.name}.${name}`, {
    assumed: 'the words say nothing of what it has',
    confidence: 0.4,
  })
  outline.questions.push({
    about: entity.name,
    sentence: `What does ${withArticle(wordsOf(entity.name).join(' '))} have? The words do not say, so it has ${withArticle(name)}.`,
    choices: [],
  })
}

const everything = ['create', 'read', 'update', 'delete', 'list', 'audit']

const assumeStaff = (outline: Outline): void => {
  outline.roles.add('staff')
  note(outline, 'access.roles.staff', {
    assumed: 'the words name nobody, so one role may do everything',
    confidence: 0.3,
  })
  outline.questions.push({
    about: 'access',
    sentence: 'Who may do what? Assumed: staff may do everything, everyone else nothing.',
    choices: [],
  })
  for (const entity of outline.entities.values()) allowAll(outline, entity, 'staff')
}

/** Whatever is assumed, what the words deny is not in it. */
const allowAll = (outline: Outline, entity: OutlineEntity, role: string): void => {
  const allowed = everything.filter((action) => !isDenied(outline, role, entity.name, action))
  if (allowed.length === 0) return
  const grant = grantIn(entity, role)
  for (const action of allowed) grant.actions.add(action)
}

/** What nobody could make or change would stay empty, so an administrator looks after it. */
const assumeKeeper = (outline: Outline): void => {
  const unkept = [...outline.entities.values()].filter(
    ({ allow }) =>
      ![...allow.values()].some(({ actions, more }) =>
        [{ actions }, ...more].some((line) => line.actions.has('create')),
      ),
  )
  if (unkept.length === 0) return
  const role = ['admin', 'administrator', 'manager'].find((name) => mayKeep(name, unkept, outline)) ?? 'admin'
  const isNew = !outline.roles.has(role)
  outline.roles.add(role)
  const names = unkept.map(({ name }) => name).join(', ')
  if (isNew) note(outline, `access.roles.${role}`, { assumed: `nobody else may create ${names}`, confidence: 0.4 })
  outline.questions.push({
    about: 'access',
    sentence: `Who looks after ${names}? Assumed: ${role}.`,
    choices: [...outline.roles],
  })
  for (const entity of unkept) allowAll(outline, entity, role)
}

/** Who may not make what is to be looked after does not look after it. */
const mayKeep = (role: string, unkept: readonly OutlineEntity[], outline: Outline): boolean =>
  outline.roles.has(role) && !unkept.some(({ name }) => isDenied(outline, role, name, 'create'))

/** Those who write a field that is masked may see it; where nobody does, it is not masked. */
const completeReveal = (entity: OutlineEntity): void => {
  const lines = [...entity.allow.values()].flatMap(linesOf)
  const writers = lines.filter(({ actions }) => actions.has('create') || actions.has('update'))
  for (const [name, options] of entity.fields) {
    const reveal = options.reveal
    if (typeof reveal !== 'string') continue
    for (const grant of writers) grant.reveal.add(reveal)
    const { reveal: _reveal, mask: _mask, ...plain } = options
    if (writers.length === 0) entity.fields.set(name, plain)
  }
}
