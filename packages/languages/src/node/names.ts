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
  /** `discharge-patient`. */
  operationFile(name: string): string
}

/** Words that TypeScript does not take as a type's or a constant's name, and globals that generated files use. */
const reserved = new Set(
  'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for function if implements import in infer instanceof interface is keyof let module namespace never new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield arguments eval Json JsonObject EntityModel EntitySql Promise'.split(
    ' ',
  ),
)

export const namesOf = (charter: Charter): Names => {
  const types = resolve(
    [...charter.entities.map(({ name }) => name), ...Object.keys(charter.types)],
    (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  )
  const constants = resolve(
    charter.entities.map(({ name }) => name),
    (name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  )
  const files = resolve(
    charter.entities.map(({ name }) => name),
    kebabOf,
    true,
  )
  const operations = resolve(
    charter.operations.map(({ name }) => name),
    (name) => name,
  )
  const operationFiles = resolve(
    charter.operations.map(({ name }) => name),
    kebabOf,
    true,
  )
  return {
    type: (entity) => take(types, entity),
    constant: (entity) => take(constants, entity),
    file: (entity) => take(files, entity),
    operation: (name) => take(operations, name),
    operationFile: (name) => take(operationFiles, name),
  }
}

/** Names in the order given; one that is reserved or taken gets `_`, then a number. Files are compared without case. */
const resolve = (
  given: readonly (Entity['name'] | Operation['name'])[],
  spell: (name: string) => string,
  isFile = false,
): ReadonlyMap<string, string> => {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const name of given) {
    const wanted = isFile
      ? spell(name).replaceAll(/[^\p{L}\p{N}_-]/gu, '-') || 'x'
      : spell(name).replaceAll(/[^\p{ID_Continue}$]/gu, '_')
    let candidate = !isFile && reserved.has(wanted) ? `${wanted}_` : wanted
    for (let number = 2; taken.has(candidate.toLowerCase()); number++)
      candidate = `${wanted}${isFile ? '-' : '_'}${number}`
    taken.add(candidate.toLowerCase())
    names.set(name, candidate)
  }
  return names
}

const take = (names: ReadonlyMap<string, string>, name: string): string => {
  const found = names.get(name)
  if (found === undefined) throw new Error(`no name was resolved for ${name}`)
  return found
}
