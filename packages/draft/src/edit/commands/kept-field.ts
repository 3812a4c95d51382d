import { sightOf } from '../../relatives-said.ts'
import { visibleForms } from '../../visible-forms.ts'
import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { membersFor } from '../find.ts'
import { grantOrDeny } from './access.ts'
import { addFields } from './add-fields.ts'

const has =
  /^(?:(?:an?|the|each|every|all)\s+)?(?<thing>[\w -]+?)\s+(?:also\s+)?(?:has|have|gets?|needs?)\s+(?:an?\s+|the\s+)?(?<field>[\w -]+?),?\s+(?:that|which)\s+(?<clause>.+)$/i
const add = /^add\s+(?:an?\s+|the\s+)?(?<field>[\w -]+?)\s+to\s+(?<thing>[\w -]+?),?\s+(?:that|which)\s+(?<clause>.+)$/i

/** `a nurse has a licence number that only planners may see`: the field, where there is none, and who sees it. */
export const keptField: Command = {
  example: 'a nurse has a licence number that only planners may see',
  run: (clause, desk) => {
    const { thing = '', field = '', clause: said = '' } = (has.exec(clause.text) ?? add.exec(clause.text))?.groups ?? {}
    const whole = `${field} of ${thing}`
    const sight = thing === '' ? null : sightOf(said, `the ${whole}`)
    if (sight === null) return false
    const isKnown = membersFor(whole, desk.charter).found.some(({ kind }) => kind === 'field')
    const isAdded = isKnown || addFields.run({ ...clause, text: `add a ${field} to ${thing}` }, desk)
    if (isAdded && keep({ ...clause, text: sight }, desk)) return true
    throw new Unclear(`"${clause.text}" was not understood. Say it like "only managers may see the price of orders".`)
  },
}

/** `the licence number of nurses is visible to planners only`. */
export const visibleTo: Command = {
  example: 'the price of orders is visible to managers only',
  run: (clause, desk) => asRight(clause, desk),
}

const keep = (clause: Clause, desk: Desk): boolean => grantOrDeny.run(clause, desk) || asRight(clause, desk)

/** As the sentence that `grantOrDeny` reads. */
const asRight = (clause: Clause, desk: Desk): boolean => {
  for (const [kind, form] of visibleForms) {
    const { field, roles } = form.exec(clause.text)?.groups ?? {}
    if (field === undefined || roles === undefined) continue
    const text = kind === 'only' ? `only ${roles} may see ${field}` : `${roles} may not see ${field}`
    return grantOrDeny.run({ ...clause, text }, desk)
  }
  return false
}
