import { kebabOf, pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { Visible } from './analysis.ts'
import { type Grant, grantIn, linesOf, note, type Outline, type OutlineEntity } from './outline.ts'
import { roleName } from './outline-names.ts'
import { wordsOf } from './read/names.ts'

/** Seeing a field is a right of its own where the words keep it to some: to those alone, or to all who see its rows but those. */
export const completeVisible = (outline: Outline, visible: readonly Visible[]): void => {
  for (const each of visible) {
    const entity = outline.entities.get(each.on)
    const options = entity?.fields.get(each.field)
    if (entity && options) keep(each, entity, outline)
    else askWhich(each, outline)
  }
}

const keep = (
  { field, kind, roles, quote, offset, confidence }: Visible,
  entity: OutlineEntity,
  outline: Outline,
): void => {
  const said = roles.map(roleName).filter((role) => outline.roles.has(role))
  if (kind === 'only') for (const role of said) seeRows(role, field, entity, outline)
  const isSaid = (role: string) => said.includes(role) === (kind === 'only')
  const hidden = kind === 'only' ? [...outline.roles] : said
  const assumed = [...entity.allow].some(([role, grant]) => isSaid(role) && linesOf(grant).some(isSeeing))
    ? null
    : assumeSeer(hidden, field, entity, outline)
  const isKeeper = (role: string) => isSaid(role) || role === assumed
  const keepers = [...entity.allow.keys()].filter(isKeeper)
  const reveal = kebabOf(field)
  const seeing = keepers.flatMap((role) => linesOf(entity.allow.get(role)).filter(isSeeing))
  for (const line of seeing) line.reveal.add(reveal)
  for (const [role, grant] of entity.allow)
    if (!keepers.includes(role)) for (const line of linesOf(grant)) line.reveal.delete(reveal)
  entity.fields.set(field, { ...entity.fields.get(field), reveal, ...giveable(field, keepers, entity) })
  note(outline, `${entity.name}.${field}.reveal`, {
    ...(quote !== undefined && { quoted: quote }),
    ...(offset !== undefined && { offset }),
    confidence,
  })
}

/** Kept to some, but no field was read in the words. */
const askWhich = ({ quote = '' }: Visible, { questions }: Outline): void => {
  const sentence = `"${quote.slice(0, 160)}": which field is that? Nothing was kept from anybody by it.`
  if (!questions.some((each) => each.sentence === sentence)) questions.push({ about: 'access', sentence, choices: [] })
}

const isSeeing = ({ actions }: Grant): boolean =>
  ['read', 'list', 'create', 'update', 'audit'].some((action) => actions.has(action))

/** Who may not see a field cannot give it, so that it may be left out where somebody else makes rows. */
const giveable = (field: string, keepers: readonly string[], { allow, fields }: OutlineEntity) => {
  const isGivenBlind = [...allow].some(
    ([role, grant]) => !keepers.includes(role) && linesOf(grant).some(({ actions }) => actions.has('create')),
  )
  return isGivenBlind && fields.get(field)?.default === undefined ? { optional: true } : {}
}

/** Who is to see a field sees its rows. */
const seeRows = (role: string, field: string, entity: OutlineEntity, outline: Outline): void => {
  if (linesOf(entity.allow.get(role)).some(({ actions }) => actions.has('read') || actions.has('list'))) return
  const grant = grantIn(entity, role)
  grant.actions.add('read').add('list')
  const rows = pluralNoun(wordsOf(entity.name).join(' '))
  outline.questions.push({
    about: entity.name,
    sentence: `Beside the ${wordsOf(field).join(' ')}, may ${withArticle(wordsOf(role).join(' '))} see the rest of ${rows}? Assumed: yes, as a field is seen with its row.`,
    choices: ['yes', 'no'],
  })
}

/** A field that nobody else would see is seen by somebody who looks after its rows: the role that is assumed. */
const assumeSeer = (hidden: readonly string[], field: string, entity: OutlineEntity, outline: Outline): string => {
  const role = hidden.includes('admin') ? 'keeper' : 'admin'
  outline.roles.add(role)
  const { actions } = grantIn(entity, role)
  for (const action of ['create', 'read', 'update', 'delete', 'list', 'audit']) actions.add(action)
  const what = `the ${wordsOf(field).join(' ')} of ${pluralNoun(wordsOf(entity.name).join(' '))}`
  note(outline, `access.roles.${role}`, { assumed: `nobody else may see ${what}`, confidence: 0.4 })
  outline.questions.push({
    about: entity.name,
    sentence: `Who sees ${what}? The words say only who does not. Assumed: ${role}.`,
    choices: [...outline.roles],
  })
  return role
}
