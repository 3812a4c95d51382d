import type { Operation } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'

/** What is said of an internal operation that only clients would have a use for: there are none. */
export const checkInternal: CharterCheck = ({ internal, access, entities }, { report }) => {
  for (const operation of internal) {
    const { name, place } = operation
    const at = { place, path: `operations.${name}` }
    for (const said of toldClients(operation)) report('bad-internal', at, { name, said })
    for (const { name: entity, allow } of entities)
      for (const line of allow.filter((each) => each.do.includes(name))) {
        const path = `entities.${entity}.allow.${line.role}`
        const where = line.places?.do[line.do.indexOf(name)] ?? line.place
        report('bad-internal', { place: where, path }, { name, said: 'allow' })
      }
    if (access.mfa.some((action) => action === name || action.endsWith(`.${name}`)))
      report('bad-internal', at, { name, said: 'access.mfa' })
  }
}

const toldClients = ({ settings = {}, deprecated }: Operation): readonly string[] => [
  ...Object.keys(settings),
  ...(deprecated ? ['deprecated'] : []),
]
