import { join } from 'node:path'
import { compileAccess } from '@charter/access'
import { type Charter, checkCharter, type Diagnostic, isRefused, sortDiagnostics } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { styles } from '@charter/styles'
import type { LoadedCharter } from './load.ts'
import { plannedNames } from './planned-names.ts'
import { Refused } from './refused.ts'

/**
 * Every mistake in a loaded charter, of its document, its meaning and what its styles, rules and sources can carry. Files
 * are named by the path that the charter was, so that an editor can open them.
 */
export const checkLoaded = (loaded: LoadedCharter): readonly Diagnostic[] => atPath(loaded, mistakesIn(loaded))

/** What was found in a loaded charter's files, with each file as a path. */
export const atPath = ({ folder }: LoadedCharter, found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.map((each) => ({ ...each, place: { ...each.place, file: join(folder, each.place.file) } }))

const mistakesIn = (loaded: LoadedCharter): readonly Diagnostic[] => {
  if (!loaded.partial) return loaded.diagnostics
  const found = checkCharter(loaded.partial, {
    styles,
    connectors,
    planned: plannedNames,
    // Rules are compiled from a whole charter only: on a partial one they would report what follows from other mistakes.
    ...(loaded.charter && { access: compileAccess }),
    lock: loaded.document.lock,
  })
  return sortDiagnostics([...loaded.diagnostics, ...found])
}

/** The charter, when nothing in it is an error or not built yet. `diagnostics`: what was found in it, where it was checked already. Throws Refused. */
export const requireSound = (loaded: LoadedCharter, diagnostics = checkLoaded(loaded)): Charter => {
  if (!loaded.charter || isRefused(diagnostics)) throw new Refused(diagnostics)
  return loaded.charter
}
