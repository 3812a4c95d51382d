import type { Command } from '../command.ts'
import type { Desk } from '../desk.ts'
import { Unclear } from '../desk.ts'
import { newOperation } from '../new-operation.ts'
import { grantOrDeny } from './access.ts'

const pattern =
  /^(?:add|create|introduce)\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:operation|action)\s+(?:called\s+|named\s+|to\s+)?"?(?<verb>[\w-]+)"?\s+(?:to|for|on|of)?\s*(?:an?\s+|the\s+)?(?<entity>[\w-]+(?:\s+[\w-]+)?)(?:\s*,?\s+(?:for|by)\s+(?<roles>.+))?$/i

/** `add an operation approve on orders for managers`; `a manager can approve an order` is a right. */
export const addOperation: Command = {
  example: 'a manager can approve an order',
  run: (clause, desk) => {
    const groups = pattern.exec(clause.text)?.groups
    if (groups?.verb === undefined || groups.entity === undefined) return false
    const entity = desk.entity(groups.entity, clause)
    if (
      groups.roles !== undefined &&
      grantOrDeny.run({ ...clause, text: `${groups.roles} may ${groups.verb} ${entity.name}` }, desk)
    )
      return true
    const name = newOperation(clause, desk, groups.verb.toLowerCase(), entity)
    askWho(desk, name, groups.verb, entity.name)
    return true
  },
}

const askWho = (desk: Desk, name: string, verb: string, entity: string): void => {
  const roles = desk.charter.access.roles.slice(0, 5)
  if (roles.length === 0)
    throw new Unclear('There is no role yet that could do it. Add one first ("add a role manager").')
  desk.ask(
    name,
    `Who may ${name}? Assumed: nobody yet.`,
    roles.map((role) => `${role} may ${verb} ${entity}`),
  )
}
