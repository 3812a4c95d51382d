import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Charter, nearest } from '@charter/charter'
import { requireSound } from './check.ts'
import { namesIn, readTextIn } from './inside.ts'
import { loadCharter, NoCharter } from './load.ts'

/** A charter to start from, of one industry: a folder with `charter.yaml`, its rows in it, and `story.md`. */
export interface Starter {
  /** Its folder's name: `healthcare`. */
  readonly industry: string
  readonly folder: string
  readonly charter: Charter
  /** Who needs it, as one line of Markdown. */
  readonly forWhom: string
  readonly calls: readonly StarterCall[]
}

/** A call that its story says to try first, and what comes of it. */
export interface StarterCall {
  readonly method: string
  readonly target: string
  /** JSON; null where there is none. */
  readonly body: string | null
  readonly as: string
  readonly status: number
  readonly sentence: string
}

/** Where the starters that come with Charter lie: in an installed package, or beside the packages. */
export const startersFolder = (): string => {
  const own = dirname(createRequire(import.meta.url).resolve('@charter/project/package.json'))
  return [join(own, 'starters'), join(own, '..', '..', 'starters')].find((folder) => existsSync(folder)) ?? own
}

/** Industries that there is a starter for, in the order of their names. */
export const starterNames = (folder = startersFolder()): readonly string[] => namesIn(folder, '.').toSorted()

/** Every starter, whole. Rejects with Refused where one does not pass `check`. */
export const startersIn = (folder = startersFolder()): Promise<readonly Starter[]> =>
  Promise.all(starterNames(folder).map((industry) => starterOf(industry, folder)))

/** The starter of an industry. Rejects with NoCharter, naming those there are. */
export const starterOf = async (industry: string, folder = startersFolder()): Promise<Starter> => {
  const names = starterNames(folder)
  if (!names.includes(industry)) {
    const near = nearest(industry, names)
    throw new NoCharter(
      `There is no starter "${industry}".${near === undefined ? '' : ` Did you mean "${near}"?`} One of: ${names.join(', ')}.`,
    )
  }
  const at = join(folder, industry)
  const charter = requireSound(await loadCharter(at))
  const story = readTextIn(at, 'story.md', storyBytesMax) ?? ''
  return { industry, folder: at, charter, forWhom: forWhomIn(story), calls: callsIn(story) }
}

const storyBytesMax = 64 * 1024

/** The paragraph below the heading. */
const forWhomIn = (story: string): string => (story.split(/\n\n/)[1] ?? '').replaceAll('\n', ' ')

const callLine = /^\d+\. `([A-Z]+) (\S+?)(?: (\{.+\}))?` as `(\w+)`: (\d+)\. (.+)$/gm

const callsIn = (story: string): readonly StarterCall[] =>
  [...story.matchAll(callLine)].map(([, method = '', target = '', body, as = '', status, sentence = '']) => ({
    method,
    target,
    body: body ?? null,
    as,
    status: Number(status),
    sentence,
  }))
