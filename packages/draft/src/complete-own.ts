import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { type Grant, isDenied, linesOf, noGrant, type Outline, type OutlineEntity } from './outline.ts'
import { ownRows } from './read/condition.ts'
import { wordsOf } from './read/names.ts'

/**
 * Who may make rows and do nothing else with them sees what they made, where the charter can say whose a row is
 * (`visitors can register`: their own visits); where it cannot, that is said.
 */
export const completeOwn = (outline: Outline): void => {
  for (const entity of outline.entities.values())
    for (const [role, grant] of entity.allow) if (isBlind(grant)) showOwn(role, grant, entity, outline)
}

/** Rows of their own are what they see and what they make: the reference of a new one is to whoever makes it. */
const keepToOwn = (grant: Grant, when: string): void => {
  const [free, ...others] = linesOf(grant).filter(({ actions }) => actions.has('create'))
  const line = free && free.when === undefined && others.length === 0 ? free : noGrant()
  if (line !== free) grant.more.push(line)
  line.when = when
  line.actions.add('read').add('list')
}

const isBlind = (grant: Grant): boolean => {
  // What others share with them is beside their own.
  const own = linesOf(grant).filter(({ when }) => when?.startsWith('principal in ') !== true)
  const actions = new Set(own.flatMap((line) => [...line.actions]))
  return actions.has('create') && !actions.has('read') && !actions.has('list') && !actions.has('update')
}

const showOwn = (role: string, grant: Grant, entity: OutlineEntity, outline: Outline): void => {
  if (isDenied(outline, role, entity.name, 'read')) return
  const who = withArticle(wordsOf(role).join(' '))
  const rows = pluralNoun(wordsOf(entity.name).join(' '))
  const when = ownRows(entity, role, outline)
  const assumed =
    when === null ? 'Assumed: nothing, as no field says whose they are.' : 'Assumed: those of their own, and no others.'
  if (when !== null) keepToOwn(grant, when)
  outline.questions.push({
    about: entity.name,
    sentence: `What may ${who} see of ${rows}? The words say only who makes them. ${assumed}`,
    choices: [],
  })
}
