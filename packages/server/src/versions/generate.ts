import type { Diagnostic } from '../charter.gen.ts'
import type { VersionText } from './changes.ts'
import { soundCharter } from './check-text.ts'

/** What is generated of a version. */
export interface GeneratedTree {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /** What `check` says of it. */
  readonly findings: readonly Diagnostic[]
}

/** The source tree of a version: the same version gives the same tree. Rejects with Refused where it is not sound. */
export type Generate = (version: VersionText) => Promise<GeneratedTree>

export const generate: Generate = async ({ text, lock }) => {
  const { charter, loaded, findings } = soundCharter(text, lock)
  // What generates is loaded once something is.
  const { generateService } = await import('@charter/project')
  return { files: (await generateService(charter, 'node', loaded)).files, findings }
}
