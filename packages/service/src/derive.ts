import { type CompiledAccess, compileAccess } from '@charter/access'
import {
  type Charter,
  type Connector,
  connectorOf,
  type Diagnostic,
  isKeptWithState,
  isStateWith,
  type Lock,
  type Source,
  toModel,
} from '@charter/charter'
import type { ServiceModel } from '@charter/runtime'
import { type StyleUse, stylesOf } from '@charter/styles'

/**
 * Everything a service needs that follows from its charter: computed at start here, printed as source by a language. `Known`
 * is the kind of connector that its plans and schema are for, where somebody asks more of them than to open a store.
 */
export interface Derived<Known extends Connector = Connector> {
  readonly charter: Charter
  readonly model: ServiceModel
  readonly access: CompiledAccess
  readonly source: Source
  readonly connector: Known
  /** Connector of the database that holds service state; null where state lives with the rows. */
  readonly stateConnector: Known | null
  /** What the connector rendered of each entity. */
  readonly plans: ReturnType<Known['render']>
  /** What makes the owned schema; null where the database is somebody else's. */
  readonly schema: ReturnType<Known['createSchema']> | null
  /** What makes the tables that lie with the state in a database of somebody else's; null where there are none. */
  readonly companion: ReturnType<Known['createSchema']> | null
  /** The styles that it is served in, each with its plan of it. */
  readonly styles: readonly StyleUse[]
  /** What access and the connector refuse of this charter. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Derives a service from a charter that has passed `check`; `lock` keeps names and numbers as they were given. Throws when
 * no connector answers for its source.
 */
export const derive = <Known extends Connector>(
  charter: Charter,
  connectors: readonly Known[],
  lock?: Lock,
): Derived<Known> => {
  const source = charter.sources[0]
  if (!source) throw new Error('the charter names no source')
  const connector = connectorOf(source, connectors)
  if (!connector) throw new Error(`no connector answers for the source "${source.name}"`)
  const stateConnector = isStateWith(charter, source) ? null : connectorFor(charter.state ?? defaultState, connectors)
  const access = compileAccess(charter)
  const styles = stylesOf(charter, lock)
  const characters = styles.find(({ style }) => style.characters)?.style.characters
  const model: ServiceModel = { ...toModel(charter, access.rules), ...(characters && { characters }) }
  const schemaOf = () => connector.createSchema(charter) as ReturnType<Known['createSchema']>
  return {
    charter,
    model,
    access,
    source,
    connector,
    stateConnector,
    // Asked through a type parameter, a method answers what its constraint says: the casts say it again of `Known`.
    plans: connector.render(charter, model) as ReturnType<Known['render']>,
    schema: source.kind === 'own' ? schemaOf() : null,
    companion: charter.entities.some((entity) => isKeptWithState(charter, entity)) ? schemaOf() : null,
    styles,
    diagnostics: [...access.diagnostics, ...connector.check(charter)],
  }
}

/** Where state is when the charter names no place for it: a file in the data folder. */
export const defaultState = 'file:{data}/state.db'

const connectorFor = <Known extends Connector>(url: string, connectors: readonly Known[]): Known => {
  const found = connectors.find((each) => each.accepts(url))
  if (!found) throw new Error(`no connector answers for the state database "${url}"`)
  return found
}
