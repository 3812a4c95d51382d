import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isObject, type Json, type Memory, memoryOf, ProblemError, parseJson, problem } from '../runtime/index.ts'
import { ConfigError } from '../runtime/service/index.ts'
import type { GraphqlRequest } from './graphql-request.ts'
import type { GraphqlSurface } from './surface.ts'

/** Which document a request means: the one it holds, one of the manifest by its hash, or one that came with its hash before. */
export interface Persisted {
  /** Throws a ProblemError. */
  textOf(request: GraphqlRequest): string
}

/** Documents that clients had kept: so many, of so many characters together. */
const kept = { most: 1000, room: 1_000_000 }

/**
 * `manifest`: documents by the SHA-256 of their text, in hex. `only`: no other documents are taken; `also`: and what is sent with its
 * hash is kept, as Apollo's clients have it (automatic persisted queries), for whoever may ask anything at all.
 */
export const persistedOf = (mode: GraphqlSurface['persisted'], manifest: ReadonlyMap<string, string>): Persisted => {
  const sent = memoryOf<string>(kept)
  const isKnown = mode !== null || manifest.size > 0
  const byHash = (hash: string): string => {
    const text = manifest.get(hash) ?? sent.get(hash)
    if (text !== undefined) return text
    throw new ProblemError(isKnown ? problem('not-found', { detail: 'PersistedQueryNotFound' }) : notSupported)
  }
  return { textOf: textIn({ mode, manifest, sent, byHash }) }
}

/** The words by which Apollo's clients know that hashes are not to be sent any more. */
const notSupported = problem('not-implemented', { detail: 'PersistedQueryNotSupported' })

interface PersistedDocuments {
  readonly mode: GraphqlSurface['persisted']
  readonly manifest: ReadonlyMap<string, string>
  readonly sent: Memory<string>
  byHash(hash: string): string
}

const textIn =
  ({ mode, manifest, sent, byHash }: PersistedDocuments): Persisted['textOf'] =>
  ({ query, extensions }) => {
    const hash = hashIn(extensions)
    if (query === null) {
      if (hash !== null) return byHash(hash)
      throw new ProblemError(problem('malformed', { detail: 'The request holds no document: send "query".' }))
    }
    if (mode === 'only' && !manifest.has(sha256(query)))
      throw new ProblemError(
        problem('forbidden', { detail: 'Only documents of the manifest are taken here. Have this one added to it.' }),
      )
    if (hash !== null && hash !== sha256(query))
      throw new ProblemError(problem('malformed', { detail: 'The hash is not that of the document.' }))
    if (hash !== null && mode === 'also') {
      sent.keep(hash, query)
      sent.grow(hash, query.length)
    }
    return query
  }

/** Automatic persisted queries, as Apollo's clients send them: the hash alone, looked up in the manifest. */
const hashIn = ({ persistedQuery }: GraphqlRequest['extensions']): string | null => {
  const hash = isObject(persistedQuery) ? persistedQuery.sha256Hash : null
  return typeof hash === 'string' ? hash.toLowerCase() : null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Which documents a deployment takes: what it says goes before what the charter does. Throws a ConfigError. */
export const modeIn = (said: string | undefined, charter: GraphqlSurface['persisted']): GraphqlSurface['persisted'] => {
  if (said === undefined || said === '') return charter
  if (said === 'only' || said === 'also') return said
  throw new ConfigError(`GRAPHQL_PERSISTED is "${said}": say only or also, or leave it out.`)
}

/** The manifest in a file: `{ "<sha256>": "query …" }`. Throws a ConfigError. */
export const readManifest = (file: string | undefined): ReadonlyMap<string, string> => {
  if (file === undefined || file === '') return new Map()
  const parsed = parseJson(fileText(file))
  const json: Json = 'value' in parsed ? parsed.value : null
  if (!isObject(json))
    throw new ConfigError(`GRAPHQL_PERSISTED_FILE ${file} is no JSON object of documents by their SHA-256.`)
  const entries = Object.entries(json).map(([hash, text]): [string, string] => {
    if (typeof text === 'string' && sha256(text) === hash.toLowerCase()) return [hash.toLowerCase(), text]
    throw new ConfigError(`GRAPHQL_PERSISTED_FILE ${file}: "${hash}" is not the SHA-256 of its document.`)
  })
  return new Map(entries)
}

const fileText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`GRAPHQL_PERSISTED_FILE names a file that cannot be read: ${(error as Error).message}.`)
  }
}
