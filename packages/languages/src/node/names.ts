import type { Charter, Entity, Operation } from '@charter/charter'
import { kebabOf } from '@charter/charter'

/** Every name that a generated service gives to something of the charter, resolved once so that none collide. */
export interface Names {
  /** `Patient`: the interface of an entity, or a declared type. */
  type(name: string): string
  /** `patient`: prefix of constants (`patientModel`, `patientSql`, `patientRoutes`). */
  constant(entity: string): string
  /** `patient`: folder and file name. */
  file(entity: string): string
  /** `dischargePatient`: the exported body. */
  operation(name: string): string
  /** `DischargePatientBody`: the type of its body. */
  operationBody(name: string): string
  /** `discharge-patient`. */
  operationFile(name: string): string
  /** `order-receipt`: of a route of the charter's own, whose other names are those of an operation. */
  routeFile(name: string): string
}

/** Words that TypeScript does not take as a type's or a constant's name, and names that generated files use themselves. */
const reserved = new Set(
  'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for function globalThis if implements import in infer instanceof interface is keyof let module namespace never new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield arguments eval Json JsonObject EntityModel EntitySql JobBody OperationBody AnyOperationBody DeclaredHooks Entities EntityShape Internal InternalOperation InternalOperations Promise ProblemError SqlTransaction operationRoutes operations hooks problem AnyRouteBody RouteBody RouteModel Record Uint8Array ArrayBuffer'.split(
    ' ',
  ),
)

/** Files that stand beside those of operations. */
const operationFolder = ['bodies', 'index', 'models', 'routes']
/** And beside those of routes. */
const routeFolder = ['bodies', 'index', 'models']

export const namesOf = (charter: Charter): Names => {
  const entityNames = charter.entities.map(({ name }) => name)
  const operationNames = [...charter.operations, ...charter.internal].map(({ name }) => name)
  const routeNames = charter.routes.map(({ name }) => name)
  // One set for all: files that import from everywhere (`model.ts`, `routes.ts`, an operation's own) hold them side by side.
  const taken = new Set([...reserved, ...(charter.routes.length > 0 ? ['routes'] : [])])
  const types = resolve([...entityNames, ...Object.keys(charter.types)], taken, {
    spell: (name) => identifier(capital(name)),
    claims: (name) => [name, `${name}Input`],
    separator: '_',
  })
  const constants = resolve(entityNames, taken, {
    spell: (name) => identifier(`${name.charAt(0).toLowerCase()}${name.slice(1)}`),
    claims: (name) => [`${name}Model`, `${name}Sql`, `${name}Routes`, `${name}Hooks`],
    separator: '_',
  })
  const operations = resolve([...operationNames, ...routeNames], taken, {
    spell: identifier,
    claims: (name) => [name, `${name}Model`, `${capital(name)}Body`],
    separator: '_',
  })
  const files = resolve(entityNames, new Set(), fileNames)
  const operationFiles = resolve(operationNames, new Set(operationFolder), fileNames)
  const routeFiles = resolve(routeNames, new Set(routeFolder), fileNames)
  return {
    type: (entity) => take(types, entity),
    constant: (entity) => take(constants, entity),
    file: (entity) => take(files, entity),
    operation: (name) => take(operations, name),
    operationBody: (name) => `${capital(take(operations, name))}Body`,
    operationFile: (name) => take(operationFiles, name),
    routeFile: (name) => take(routeFiles, name),
  }
}

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** As it is where TypeScript takes it. */
const identifier = (name: string): string => {
  const spelled = name.replaceAll(/[^\p{ID_Continue}$]/gu, '_')
  return /^[\p{ID_Start}$_]/u.test(spelled) ? spelled : `_${spelled}`
}

interface Naming {
  /** The wanted spelling of a charter's name. */
  spell(name: string): string
  /** Everything that a spelling takes up for itself. */
  claims(spelling: string): readonly string[]
  /** What goes before the number of a twin. */
  readonly separator: '_' | '-'
}

/** Letters and digits of any script; compared without case, as some file systems do. */
const fileNames: Naming = {
  spell: (name) => kebabOf(name).replaceAll(/[^\p{L}\p{N}_-]/gu, '-') || 'x',
  claims: (name) => [name.toLowerCase().normalize('NFC')],
  separator: '-',
}

/** Names in the order given; one that is reserved or taken gets `_` or `-` and a number. */
const resolve = (
  given: readonly (Entity['name'] | Operation['name'])[],
  taken: Set<string>,
  { spell, claims, separator }: Naming,
): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const name of given) {
    const wanted = spell(name)
    let candidate = wanted
    const isTaken = () => claims(candidate).some((claim) => taken.has(claim)) || taken.has(candidate)
    for (let number = 2; isTaken(); number++) candidate = `${wanted}${separator}${number}`
    for (const claim of claims(candidate)) taken.add(claim)
    names.set(name, candidate)
  }
  return names
}

const take = (names: ReadonlyMap<string, string>, name: string): string => {
  const found = names.get(name)
  if (found === undefined) throw new Error(`no name was resolved for ${name}`)
  return found
}
