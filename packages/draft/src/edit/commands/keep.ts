import type { Command } from '../command.ts'
import { Unclear } from '../desk.ts'
import { flowText, type Members } from '../flow-text.ts'

const pattern = /^keep\s+(?<field>\w+\.\w+)(?:\s+(?:as\s+)?(?:an?\s+)?optional(?:\s+field)?)?$/i

/** `keep Customer.name as an optional field`: takes back a removal, so that values can be moved first. */
export const keep: Command = {
  example: 'keep Customer.name as an optional field',
  run: (clause, desk) => {
    const [entity = '', name = ''] = pattern.exec(clause.text)?.groups?.field?.split('.') ?? []
    if (entity === '') return false
    const known = desk.originalValue(['entities', entity, 'fields', name])
    const isThere = desk.entityNamed(entity).fields.some((field) => field.name === name)
    if (known === undefined || isThere)
      throw new Unclear(`There is nothing to keep: ${entity}.${name} ${isThere ? 'is there' : 'was never there'}.`)
    const { unique: _, default: __, ...rest } = (typeof known === 'string' ? { type: known } : known) as Members
    desk.sheet.set(['entities', entity, 'fields', name], { ...rest, optional: true })
    desk.moved.delete(`${entity}.${name}`)
    desk.did(
      clause,
      `${entity}.${name}`,
      `Kept ${entity}.${name} (${flowText({ ...rest, optional: true })}), until its values are moved.`,
    )
    return true
  },
}
