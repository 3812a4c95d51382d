import type { VersionText } from './changes.ts'
import { soundCharter } from './check-text.ts'

/** The source tree of a version: the same version gives the same tree. Rejects with Refused where it is not sound. */
export type Generate = (version: VersionText) => Promise<readonly { readonly path: string; readonly text: string }[]>

export const generate: Generate = async ({ text, lock }) => {
  const { charter, loaded } = soundCharter(text, lock)
  // What generates is loaded once something is.
  const { generateService } = await import('@charter/project')
  return (await generateService(charter, 'node', loaded)).files
}
