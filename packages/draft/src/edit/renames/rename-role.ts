import { type Desk, Unclear } from '../desk.ts'
import { rolesOn } from '../lines.ts'
import { changeTexts } from './references.ts'

/** Calls a role otherwise, everywhere. Throws Unclear. */
export const renameRole = (desk: Desk, from: string, to: string): void => {
  const { charter } = desk
  if (to === from) throw new Unclear(`The role ${from} is called that already.`)
  if (charter.access.roles.includes(to)) throw new Unclear(`There is a role ${to} already.`)
  changeTexts(desk, ['access', 'roles'], (role) => (role === from ? to : role))
  for (const { name } of charter.entities)
    if (rolesOn(desk, name).includes(from)) desk.sheet.renameKey(['entities', name, 'allow', from], to)
  changeTexts(desk, ['policies'], (text) => text.replaceAll(`Role::"${from}"`, `Role::"${to}"`))
  desk.moved.set(`access.roles.${from}`, `access.roles.${to}`)
}
