import { type Desk, Unclear } from '../desk.ts'
import { linesOf, rolesOn, setLines } from '../lines.ts'
import { changeTexts } from './references.ts'
import { markWas } from './was.ts'

/** Calls an operation otherwise, everywhere. Throws Unclear. */
export const renameOperation = (desk: Desk, from: string, to: string): void => {
  const { charter } = desk
  if (to === from) throw new Unclear(`The operation ${from} is called that already.`)
  if (charter.operations.some(({ name }) => name === to)) throw new Unclear(`There is an operation ${to} already.`)
  desk.sheet.renameKey(['operations', from], to)
  markWas(desk, ['operations', to], from, desk.sheet.lock.operations)
  const name = (text: string) => (text === from ? to : text)
  for (const entity of charter.entities)
    for (const role of rolesOn(desk, entity.name))
      setLines(
        desk,
        entity.name,
        role,
        linesOf(desk, entity.name, role).map((line) => ({ ...line, do: line.do.map(name) })),
      )
  changeTexts(desk, ['access', 'mfa'], (text) => text.replace(new RegExp(`^(\\w+\\.)?${from}$`), `$1${to}`))
  changeTexts(desk, ['policies'], (text) =>
    text.replace(new RegExp(`(Action::"(?:\\w+\\.)?)${from}"`, 'g'), `$1${to}"`),
  )
  desk.moved.set(from, to)
}
