import { formatDiff } from '@charter/charter'
import { diffOf } from '@charter/project/diff-of'
import { Refused } from '@charter/project/refused'
import { soundCharter } from './check-text.ts'

/** A version as its row has it. */
export interface VersionText {
  readonly text: string
  readonly lock: string | null
  /** Whose it is: those of one organisation take turns with those of others. */
  readonly organisationId?: string
}

/** What one version does to clients, access and data of another; of nothing where there was none. */
export const changesBetween = (before: VersionText | null, after: VersionText): readonly string[] => {
  try {
    return told(before, after)
  } catch (error) {
    // What was accepted once a later `check` may refuse.
    if (error instanceof Refused)
      return ['What changes cannot be said: one of the two versions does not pass `check` any more.']
    throw error
  }
}

const told = (before: VersionText | null, after: VersionText): readonly string[] => {
  const now = soundCharter(after.text, after.lock).charter
  if (!before) return [`The first version: ${now.entities.map(({ name }) => name).join(', ')}.`]
  return formatDiff(diffOf(soundCharter(before.text, before.lock).charter, now))
}
