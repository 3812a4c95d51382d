import { parse } from 'yaml'
import type { Files, Part, Upgrade } from './upgrade.ts'

/** Written by a Charter that is newer than this one, or by none; the sentence says what to do. */
export class CannotUpgrade extends Error {
  override readonly name = 'CannotUpgrade'
}

export interface Forward {
  readonly files: Files
  /** The steps that were taken, in order. */
  readonly steps: readonly Upgrade[]
}

export interface Known {
  readonly formats: Readonly<Record<Part, number>>
  readonly upgrades: readonly Upgrade[]
  /** Name of the document's own file. */
  readonly root: string
}

/**
 * The files as the formats of today have them: steps are taken one number at a time, the document's before the lock's. Throws
 * CannotUpgrade for a number that is above today's, and for one that no step leaves.
 */
export const bringForward = (files: Files, known: Known): Forward =>
  (['document', 'lock'] as const).reduce<Forward>(
    (so, part) => {
      const next = bringPart(so.files, part, known)
      return { files: next.files, steps: [...so.steps, ...next.steps] }
    },
    { files, steps: [] },
  )

const bringPart = (files: Files, part: Part, known: Known): Forward => {
  const steps: Upgrade[] = []
  const wanted = known.formats[part]
  let now = files
  for (let version = versionOf(now, part, known); version !== null && version !== wanted; ) {
    if (version > wanted) throw new CannotUpgrade(newerSentence(nameOf(part, known), part, version, wanted))
    const step = known.upgrades.find((each) => each.part === part && each.from === version)
    if (!step)
      throw new CannotUpgrade(`Nothing brings ${nameOf(part, known)} forward from version ${version} of its format.`)
    now = step.run(now)
    steps.push(step)
    const reached = versionOf(now, part, known)
    if (reached !== step.to || step.to !== version + 1)
      throw new Error(`the step from ${part} ${version} gave ${reached}, not ${version + 1}`)
    version = reached
  }
  return { files: now, steps }
}

const nameOf = (part: Part, { root }: Known): string => (part === 'document' ? root : 'charter.lock')

const newerSentence = (file: string, part: Part, version: number, wanted: number): string =>
  `${file} is of a newer Charter: it says \`${keyOf(part)}: ${version}\`, and this one reads up to ${wanted}. Install the Charter that wrote it, or a newer one.`

const keyOf = (part: Part): string => (part === 'document' ? 'charter' : 'lock')

/** The number that a part says it has; null where there is no such file, or no number: what else is wrong there is for `check` to say. */
const versionOf = (files: Files, part: Part, known: Known): number | null => {
  const text = files[nameOf(part, known)]
  if (text === undefined || text.trim() === '') return null
  const found = memberOf(text, keyOf(part))
  const number = typeof found === 'string' && /^\d{1,6}$/.test(found) ? Number(found) : found
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null
}

/** JSON is YAML, so one reader serves both. */
const memberOf = (text: string, key: string): unknown => {
  try {
    const whole: unknown = parse(text, { logLevel: 'silent', maxAliasCount: 100 })
    return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, key)
      ? (whole as Readonly<Record<string, unknown>>)[key]
      : undefined
  } catch {
    // Text that cannot be read has no version; the parser says so with its place.
    return undefined
  }
}
