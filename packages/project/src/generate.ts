import {
  type Charter,
  type DriverUse,
  driverUse,
  type GeneratedFile,
  listenerPlaces,
  transportsOf,
} from '@charter/charter'
import { connectors } from '@charter/connectors'
import { languages } from '@charter/languages'
import { type Derived, defaultState, derive } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { formatWithBiome, serviceBiomeConfig } from './format.ts'
import type { LoadedCharter } from './load.ts'
import { pageData } from './page-data.ts'
import { nodeRuntimeFiles } from './runtime-files.ts'
import { scenarioFiles } from './scenario-files.ts'

export interface Generated {
  readonly files: readonly GeneratedFile[]
  readonly derived: Derived<SqlConnector>
}

/** How a service in `language` opens its rows, and its state where that is a database of its own. */
export const driversOf = (
  { charter, source, connector, stateConnector }: Derived,
  language: string,
): { readonly rows: DriverUse; readonly state: DriverUse | null } => {
  const { environment: variable } = source.kind === 'url' ? source : {}
  const defaultUrl = source.kind === 'own' ? connector.ownUrl(`{data}/${charter.name}`) : variable ? null : source.url
  return {
    rows: driverUse(connector, language, { defaultUrl, ...(variable && { variable }) }),
    state: stateConnector && driverUse(stateConnector, language, { defaultUrl: charter.state ?? defaultState }),
  }
}

/** The whole source tree of a service for a sound charter. Throws when the language or the source is not one we have. */
export const generateService = async (
  charter: Charter,
  language: string,
  loaded: Pick<LoadedCharter, 'document'>,
): Promise<Generated> => {
  const wanted = languages.find(({ name }) => name === language)
  if (!wanted)
    throw new Error(`There is no language "${language}". One of: ${languages.map(({ name }) => name).join(', ')}.`)
  const derived = derive(charter, connectors, loaded.document.lock)
  const { rows, state } = driversOf(derived, language)
  const files = await wanted.generate({
    charter,
    model: derived.model,
    plans: derived.plans,
    schema: derived.schema,
    companion: derived.companion,
    rows,
    state,
    surfaces: Object.fromEntries(derived.styles.map(({ style, surface }) => [style.name, surface])),
    transports: transportsOf(
      derived.styles.map(({ style }) => style),
      language,
    ),
    listeners: listenerPlaces(derived.styles.map(({ style }) => style)),
    contracts: Object.fromEntries(
      derived.styles.map(({ style, surface }) => [style.name, style.contract(charter, surface)]),
    ),
    page: pageData(derived, loaded),
    cedar: derived.access.cedar,
    runtimeFiles: {
      ...(await nodeRuntimeFiles(state ? [rows, state] : [rows], charter.serves)),
      ...(await scenarioFiles(derived, rows)),
    },
    format: (sources) => formatWithBiome(sources, serviceBiomeConfig),
  })
  return { files, derived }
}
