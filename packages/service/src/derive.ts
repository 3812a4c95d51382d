import { type CompiledAccess, compileAccess } from '@charter/access'
import { type Charter, connectorOf, type Diagnostic, type Lock, type Source, toModel } from '@charter/charter'
import type { ServiceModel } from '@charter/runtime'
import type { SqlConnector, SqlSchema } from '@charter/sql'
import type { EntitySql } from '@charter/sql/store'
import { type StyleUse, stylesOf } from '@charter/styles'

/** Everything a service needs that follows from its charter: computed at start here, printed as source by a language. */
export interface Derived {
  readonly charter: Charter
  readonly model: ServiceModel
  readonly access: CompiledAccess
  readonly source: Source
  readonly connector: SqlConnector
  /** Connector of the database that holds service state; null where state lives with the rows. */
  readonly stateConnector: SqlConnector | null
  readonly sql: readonly EntitySql[]
  /** What makes the owned schema; null where the database is somebody else's. */
  readonly schema: SqlSchema | null
  /** The styles that it is served in, each with its plan of it. */
  readonly styles: readonly StyleUse[]
  /** What access and the connector refuse of this charter. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Derives a service from a charter that has passed `check`; `lock` keeps names and numbers as they were given. Throws when
 * no connector answers for its source.
 */
export const derive = (charter: Charter, connectors: readonly SqlConnector[], lock?: Lock): Derived => {
  const source = charter.sources[0]
  if (!source) throw new Error('the charter names no source')
  const connector = connectorOf(source, connectors)
  if (!connector) throw new Error(`no connector answers for the source "${source.name}"`)
  const stateConnector = livesWithRows(charter, source) ? null : connectorFor(charter.state ?? defaultState, connectors)
  const access = compileAccess(charter)
  const styles = stylesOf(charter, lock)
  const characters = styles.find(({ style }) => style.characters)?.style.characters
  const model: ServiceModel = { ...toModel(charter, access.rules), ...(characters && { characters }) }
  return {
    charter,
    model,
    access,
    source,
    connector,
    stateConnector,
    sql: connector.render(charter, model),
    schema: source.kind === 'own' ? connector.createSchema(charter) : null,
    styles,
    diagnostics: [...access.diagnostics, ...connector.check(charter)],
  }
}

/** Where state is when the charter names no place for it: a file in the data folder. */
export const defaultState = 'file:{data}/state.db'

/** In a database of ours; in somebody else's only where the charter says `state: source`. */
const livesWithRows = ({ state }: Charter, { kind }: Source): boolean =>
  kind === 'own' ? state === undefined || state === 'source' : state === 'source'

const connectorFor = (url: string, connectors: readonly SqlConnector[]): SqlConnector => {
  const found = connectors.find((each) => each.accepts(url))
  if (!found) throw new Error(`no connector answers for the state database "${url}"`)
  return found
}
