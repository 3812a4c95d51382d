import type { Charter } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import type { CheckContext } from './check-context.ts'
import { placeOf } from './check-names.ts'
import { connectorOf } from './connector.ts'

/** What of a charter that asks for `atRest: encrypt` lies in files that nothing seals: whoever runs the service has to. */
export const checkAtRest: CharterCheck = (charter, { report }, { connectors }) => {
  if (charter.atRest === undefined) return
  const place = placeOf(charter, 'atRest')
  for (const what of inFiles(charter, connectors)) report('at-rest-volume', { place, path: 'atRest' }, { what })
}

const inFiles = (charter: Charter, connectors: CheckContext['connectors']): readonly string[] => {
  const { sources, state } = charter
  const rows = sources.filter((source) => connectorOf(source, connectors)?.ownUrl?.('') != null)
  const isApart = state !== 'source' && sources.some(({ kind }) => kind === 'url' || state !== undefined)
  const isStateInFile =
    isApart && (state === undefined || connectors.find((each) => each.accepts(state))?.ownUrl?.('') != null)
  return [...rows.map(({ name }) => `The rows of \`${name}\``), ...(isStateInFile ? ['The state'] : [])]
}
