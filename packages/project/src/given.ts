import { readFile, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { formatLock, parseCharter, updateLock } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { draftCharter, refusalOf, withPlaces } from '@charter/draft'
import { styles, withGiven } from '@charter/styles'
import { writeIn } from './inside.ts'
import { NoCharter } from './load.ts'
import { wordsFile } from './words-file.ts'
import { WordsRefused } from './words-refused.ts'
import { relativeTo, writeCharter } from './write-charter.ts'

/** A charter made from what a person has, before it lies anywhere. */
export interface Given {
  /** Of the folder that it may have. */
  readonly name: string
  readonly document: string
  readonly provenance?: Parameters<typeof updateLock>[2]
  readonly origin: 'drafted' | 'introspected' | 'given'
  /** What it was drafted from, which is kept beside it. */
  readonly words?: string
  readonly losses: readonly { readonly reason: string; readonly about: string; readonly sentence: string }[]
  /** URL of the database that was read, where it is on a server. */
  readonly url?: string
}

/**
 * The charter of words, a SQLite file, the URL of a database, or a charter's file. Rejects with NoCharter, or WordsRefused.
 */
export const readGiven = async (input: string, onStep: (step: string) => void = () => {}): Promise<Given> => {
  const found = await stat(input).catch(() => null)
  if (found?.isFile() && /\.ya?ml$/.test(input))
    return {
      name: basename(input, extname(input)),
      document: await readFile(input, 'utf8'),
      origin: 'given',
      losses: [],
    }
  if (found) return introspected(resolve(input), onStep)
  if (URL.canParse(input) && input.includes('://')) return { ...(await introspected(input, onStep)), url: input }
  // Something that looks like a path but is not there was hardly meant as the words of an API.
  if (/^\S+\.[a-z][a-z0-9]{0,7}$/i.test(input))
    throw new NoCharter(`There is no file "${input}"; words are read from one with: charter init -f <file>`)
  return drafted(input, onStep)
}

const drafted = (words: string, onStep: (step: string) => void): Given => {
  const refusal = refusalOf(words)
  if (refusal) throw new WordsRefused(refusal)
  onStep('Drafting the charter')
  const { name, document, lockProvenance } = draftCharter(words)
  const provenance = withPlaces(lockProvenance, words, wordsFile)
  return { name, document, provenance, origin: 'drafted', words, losses: [] }
}

const introspected = async (place: string, onStep: (step: string) => void): Promise<Given> => {
  const connector = connectors.find((each) => each.accepts(place))
  const name = charterNameOf(place)
  if (!connector) throw new NoCharter(neither(place))
  onStep(`Reading the catalogue of ${name}`)
  const { document, losses } = await connector.introspect(place, { name })
  return { name, document, origin: 'introspected', losses }
}

/** A charter's name from a database's: `Chinook DB.sqlite` is `chinook-db`, `postgres://reader@host/sales` is `sales`. */
export const charterNameOf = (place: string): string =>
  nameIn(place)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '') || 'database'

/** A file is named as it is called; of a URL, which may hold a password, its last part. */
const neither = (place: string): string => {
  const isUrl = place.includes('://')
  const name = isUrl ? charterNameOf(place) : basename(place)
  const words = isUrl ? '' : ` Words are read from a file with: charter init -f ${name}`
  return `"${name}" is neither a charter nor a database that can be read.${words}`
}

const nameIn = (place: string): string => {
  const path = URL.canParse(place) ? new URL(place).pathname : place
  return basename(path, extname(path))
}

/** Writes it as a project's charter, with the lock that goes with it, and the words that it is from: the names of the files. */
export const writeGiven = (folder: string, { document, provenance, words }: Given): readonly string[] => {
  const { partial, document: parsed } = parseCharter({ 'charter.yaml': document }, { styles })
  if (partial)
    writeIn(folder, 'charter.lock', formatLock(withGiven(partial, updateLock(partial, parsed.lock, provenance))))
  if (words !== undefined) writeIn(folder, wordsFile, `${words.trimEnd()}\n`)
  writeCharter(folder, 'charter.yaml', relativeTo(folder, document))
  return ['charter.yaml', 'charter.lock', ...(words === undefined ? [] : [wordsFile])]
}
