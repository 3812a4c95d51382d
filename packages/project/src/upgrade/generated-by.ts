import { readTextIn } from '../inside.ts'

/** Of a generated folder: its manifest's format, and which Charter wrote it; null where it does not say, as 0.1.0 did not. */
export interface GeneratedBy {
  readonly manifest: number
  readonly charter: string | null
}

/** What a folder's manifest says of itself; null where the folder was not generated into. A manifest cut short is one of no version. */
export const generatedBy = async (folder: string): Promise<GeneratedBy | null> => {
  const text = readTextIn(folder, '.charter/manifest.json')
  if (text === null) return null
  const { manifest, charter } = membersOf(text)
  return {
    manifest: typeof manifest === 'number' ? manifest : 1,
    charter: typeof charter === 'string' && versionPattern.test(charter) ? charter : null,
  }
}

const versionPattern = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][\w.+-]{1,60})?$/

const membersOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

/** Whether one version comes after another, by its three numbers (semver.org, 11; what stands behind `-` or `+` is not compared). */
export const isNewer = (version: string, than: string): boolean => {
  const [left, right] = [version, than].map((each) => (each.split(/[-+]/)[0] ?? '').split('.').map(Number))
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place])
  return at !== undefined && (left?.[at] ?? 0) > (right?.[at] ?? 0)
}
