import type { RestRoute, RouteKind } from '../surface.ts'

const verbs: Readonly<Record<Exclude<RouteKind, 'operation' | 'own' | 'batch' | 'nested'>, string>> = {
  list: 'list',
  search: 'search',
  create: 'create',
  import: 'import',
  read: 'read',
  replace: 'replace',
  update: 'update',
  remove: 'delete',
  audit: 'audit',
}

/** A unique id for each route, in order: `readPatient`, `listPatientPrescriptions`, a custom operation's own name. */
export const operationIds = (routes: readonly RestRoute[]): readonly string[] => {
  const taken = new Set<string>()
  return routes.map((route) => {
    const wanted = idOf(route)
    const id = taken.has(wanted) ? firstFree(wanted, taken) : wanted
    taken.add(id)
    return id
  })
}

/** Of operations that no route has: each other than all before. */
export const idsBeside = (routes: readonly RestRoute[]): ((wanted: string) => string) => {
  const taken = new Set(operationIds(routes))
  return (wanted) => {
    const id = taken.has(wanted) ? firstFree(wanted, taken) : wanted
    taken.add(id)
    return id
  }
}

const idOf = ({ kind, entity = '', relation = '', operation }: RestRoute): string => {
  if (kind === 'operation' || kind === 'own' || kind === 'batch') return operation
  if (kind === 'nested') return `list${entity}${relation.charAt(0).toUpperCase()}${relation.slice(1)}`
  return `${verbs[kind]}${entity}`
}

const firstFree = (wanted: string, taken: ReadonlySet<string>): string => {
  for (let number = 2; ; number++) if (!taken.has(`${wanted}${number}`)) return `${wanted}${number}`
}
