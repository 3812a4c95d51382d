import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pluralNoun } from '@charter/charter'
import { parse } from 'yaml'
import { verbForms } from './forms.ts'
import type { Noun, NounKind, NounSense, UsualField, Verb, VerbSense } from './lexicon.ts'

interface Given {
  readonly [key: string]: unknown
}

/** What is kept, each with what it belongs to. */
export type Contents = Readonly<Record<string, readonly string[]>>

/** What the files of a lexicon hold. */
export interface Words {
  readonly nouns: readonly Noun[]
  readonly verbs: readonly Verb[]
  /** What is usually kept in a whole, by its name. */
  readonly usual: Readonly<Record<string, Contents>>
}

/** The entries of a folder of lexicon files, senses of all files together: those with neighbours first, then the general one. */
export const readLexicon = (folder: string): Words => {
  const nouns = new Map<string, { plural: string; senses: NounSense[] }>()
  const verbs = new Map<string, { past: string | undefined; senses: VerbSense[] }>()
  for (const part of ['general', 'trades'])
    for (const file of readdirSync(join(folder, part)).sort()) {
      const trade = part === 'general' ? (file === 'borrowed.yaml' ? 'borrowed' : 'general') : basename(file, '.yaml')
      const given = parse(readFileSync(join(folder, part, file), 'utf8')) as {
        nouns?: Record<string, Given>
        verbs?: Record<string, Given>
      }
      for (const [name, entry] of Object.entries(given.nouns ?? {})) {
        const known = nouns.get(name) ?? { plural: pluralNoun(name), senses: [] }
        if (typeof entry.plural === 'string') known.plural = entry.plural
        for (const sense of sensesOf(entry)) known.senses.push(nounSense(sense, trade))
        nouns.set(name, known)
      }
      for (const [name, entry] of Object.entries(given.verbs ?? {})) {
        const known = verbs.get(name) ?? { past: undefined, senses: [] }
        for (const sense of sensesOf(entry)) {
          if (typeof sense.past === 'string') known.past = sense.past
          known.senses.push(verbSense(sense, trade))
        }
        verbs.set(name, known)
      }
    }
  return {
    nouns: [...nouns].map(([name, { plural, senses }]) => ({ name, plural, senses: inOrder(senses) })),
    verbs: [...verbs].map(([name, { past, senses }]) => ({
      name,
      past: verbForms(name, past).past,
      senses: inOrder(senses),
    })),
    usual: parse(readFileSync(join(folder, 'usual.yaml'), 'utf8')) as Words['usual'],
  }
}

const inOrder = <T extends { readonly near: readonly string[]; readonly trade: string }>(senses: readonly T[]): T[] => {
  const rank = ({ near, trade }: T): number =>
    near.length > 0 ? 0 : trade === 'general' ? 1 : trade === 'borrowed' ? 3 : 2
  return [...senses].sort((one, other) => rank(one) - rank(other))
}

const sensesOf = ({ senses, ...shared }: Given): readonly Given[] =>
  Array.isArray(senses)
    ? senses.map((each: Given) => ({ ...shared, ...each, like: [...texts(shared.like), ...texts(each.like)] }))
    : [shared]

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]

const nounSense = (given: Given, trade: string): NounSense => ({
  is: given.is as NounKind,
  near: texts(given.near),
  fields: texts(given.fields).map(fieldOf),
  of: texts(given.of),
  parts: texts(given.parts),
  states: texts(given.states),
  like: texts(given.like),
  type: given.type === undefined ? null : fieldOf(`x ${String(given.type)} ${String(given.class ?? '')}`.trim()),
  unit: given.unit === undefined ? null : String(given.unit),
  field: given.field === undefined ? null : String(given.field),
  trade,
})

const verbSense = (given: Given, trade: string): VerbSense => ({
  near: texts(given.near),
  trade,
  like: texts(given.like),
  makes: given.makes === undefined ? null : String(given.makes),
  of: texts(given.of),
  fields: texts(given.fields).map(fieldOf),
  moves: given.moves === undefined ? null : String(given.moves),
  from: given.from === undefined ? null : String(given.from),
  right: (given.right as VerbSense['right']) ?? null,
  links: Array.isArray(given.links) ? [String(given.links[0]), String(given.links[1])] : null,
  measures: given.measures === undefined ? null : String(given.measures),
  isKeeping: given.keeps === true || given.container !== undefined,
  isNothing: given.nothing === true,
})

const classes = new Set(['pii', 'phi', 'pan', 'secret'])

/** `phone? text pii`, `status enum open|closed`. */
const fieldOf = (given: string): UsualField => {
  const [named = '', ...rest] = given.split(/\s+/)
  const marked = rest.find((each) => classes.has(each))
  const plain = rest.filter((each) => !classes.has(each))
  const isEnum = plain[0] === 'enum'
  return {
    name: named.replace(/\?$/, ''),
    type: isEnum ? 'enum' : plain.join(' ') || 'text',
    isOptional: named.endsWith('?'),
    values: isEnum ? (plain[1] ?? '').split('|') : null,
    class: (marked as UsualField['class']) ?? null,
  }
}
