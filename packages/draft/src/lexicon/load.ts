import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { NounSense, UsualField, VerbSense } from './lexicon.ts'
import { readLexicon, type Words } from './read-lexicon.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('@charter/draft/package.json')), 'lexicon')
const compiled = join(folder, 'compiled.json')
/** Of what is compiled: another one for another shape. */
const format = 'format 2'

/**
 * The lexicon from its compiled form, which is read in a hundredth of the time that the files of words take. It is made again
 * whenever one of these has changed; where it cannot be written, the words are read each time. An installed package has it alone.
 */
export const loadLexicon = (): Words => {
  const stamp = stampOf()
  const kept = readCompiled()
  if (kept && (stamp === null || kept.stamp === stamp)) return expanded(kept)
  const words = readLexicon(folder)
  try {
    const partial = `${compiled}.${process.pid}`
    // What is usual is kept as text: its empty lists say something.
    writeFileSync(partial, JSON.stringify({ stamp, ...words, usual: JSON.stringify(words.usual) }, shortened))
    renameSync(partial, compiled)
  } catch {
    // A folder that nobody may write to.
  }
  return words
}

/** Names, sizes and times of all files, so that a change of any is seen; null where there are none of words. */
const stampOf = (): string | null => {
  if (!existsSync(join(folder, 'general'))) return null
  const files = ['general', 'trades'].flatMap((part) => readdirSync(join(folder, part)).map((file) => join(part, file)))
  const stamps = [...files, 'usual.yaml'].map((file) => {
    const { size, mtimeMs } = statSync(join(folder, file))
    return `${file} ${size} ${Math.round(mtimeMs)}`
  })
  return [format, ...stamps].join('\n')
}

interface Compiled extends Pick<Words, 'nouns' | 'verbs'> {
  readonly stamp: string
  readonly usual: string
}

const readCompiled = (): Compiled | null => {
  try {
    return JSON.parse(readFileSync(compiled, 'utf8'))
  } catch {
    return null
  }
}

const shortened = (_: string, value: unknown): unknown =>
  value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value

/** What was left out as it is empty, put back. */
const expanded = ({ nouns, verbs, usual }: Compiled): Words => ({
  usual: JSON.parse(usual),
  nouns: nouns.map((noun) => ({
    ...noun,
    senses: noun.senses.map(
      (sense: Partial<NounSense>): NounSense => ({
        ...emptyNoun,
        ...sense,
        fields: fieldsOf(sense.fields),
        type: sense.type ? fieldOf(sense.type) : null,
      }),
    ),
  })),
  verbs: verbs.map((verb) => ({
    ...verb,
    senses: verb.senses.map(
      (sense: Partial<VerbSense>): VerbSense => ({ ...emptyVerb, ...sense, fields: fieldsOf(sense.fields) }),
    ),
  })),
})

const fieldsOf = (fields: readonly Partial<UsualField>[] | undefined): readonly UsualField[] =>
  (fields ?? []).map(fieldOf)
const fieldOf = (field: Partial<UsualField>): UsualField => ({ ...emptyField, ...field })

const emptyField: UsualField = { name: '', type: 'text', isOptional: false, values: null, class: null }
const emptyNoun: NounSense = {
  is: 'thing',
  near: [],
  fields: [],
  of: [],
  parts: [],
  states: [],
  like: [],
  type: null,
  unit: null,
  field: null,
  trade: '',
}
const emptyVerb: VerbSense = {
  near: [],
  trade: '',
  like: [],
  makes: null,
  of: [],
  fields: [],
  moves: null,
  from: null,
  right: null,
  links: null,
  measures: null,
  isKeeping: false,
  isNothing: false,
}
