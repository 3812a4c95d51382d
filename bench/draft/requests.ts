import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Description, kinds, type Request } from './description.ts'
import { readIdeaFile } from './idea-file.ts'
import { type Schema, schemaDescription } from './schema-reference.ts'

/**
 * Requests of a folder, by id: `<id>.md` with `<id>.json`, or `input/<id>.json` (a text, or `{ input }`) with the schema of
 * a database in `reference/<id>.json`, or many in a file (`idea-file.ts`); else those of the folders in it.
 */
export const readRequests = (folder: string): readonly Request[] => {
  const names = readdirSync(folder, { withFileTypes: true })
  if (names.some((each) => each.isDirectory() && each.name === 'input')) return schemaRequests(folder)
  const own = names.filter(({ name }) => name.endsWith('.md') && name !== 'README.md').map(({ name }) => name)
  const files = names.filter(({ name }) => name.endsWith('.ideas')).map(({ name }) => join(folder, name))
  if (files.length > 0) return files.sort().flatMap(readIdeaFile)
  if (own.length > 0) return own.sort().map((name) => plainRequest(folder, name.slice(0, -'.md'.length)))
  return names
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => readRequests(join(folder, name)))
}

/** Not read while anybody tunes: every third of the sorted ids. */
export const isHeldOut = (position: number): boolean => position % 3 === 2

const plainRequest = (folder: string, id: string): Request => ({
  id,
  words: readFileSync(join(folder, `${id}.md`), 'utf8'),
  reference: readJson(join(folder, `${id}.json`)) as Description,
  scored: kinds,
})

const schemaRequests = (folder: string): readonly Request[] =>
  readdirSync(join(folder, 'input'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      id: `${basename(folder)}/${name.slice(0, -'.json'.length)}`,
      words: inputOf(readJson(join(folder, 'input', name))),
      reference: schemaDescription(readJson(join(folder, 'reference', name)) as Schema),
      scored: ['entities', 'fields', 'relations'],
    }))

const inputOf = (input: unknown): string => {
  if (typeof input === 'string') return input
  const words = typeof input === 'object' && input !== null && 'input' in input ? input.input : undefined
  if (typeof words !== 'string') throw new Error('an input is a text, or `{ "input": "…" }`')
  return words
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
