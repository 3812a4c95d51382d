import { ProblemError, problem } from '@charter/runtime'
import { hashText, leafHash } from '../../merkle/hash.ts'
import { inclusionNodes } from '../../merkle/proof.ts'
import type { LedgerReader, ProvenEntry } from '../../read/open-reader.ts'
import { committedQuery } from './committed-query.ts'
import { anyText, instant, oneOf, readParameters, wholeNumber } from './parameters.ts'
import { onRecord, type ReaderRoute } from './reader-use.ts'

const limitUnsaid = 50

const parameters = {
  principal: anyText,
  operation: anyText,
  entity: anyText,
  key: anyText,
  outcome: anyText,
  address: anyText,
  field: anyText,
  replica: anyText,
  tenant: anyText,
  from: instant,
  until: instant,
  after: wholeNumber(0),
  limit: wholeNumber(1, 200),
  order: oneOf('newest', 'oldest'),
}

/** `GET /api/entries` searches; `GET /api/entries/{index}` gives one entry with all that proves it. */
export const entryRoutes: ReaderRoute = (scope, use) => {
  const { parts, published, who } = use
  scope.get('/api/entries', async (request) => {
    const reading = await who(request)
    const asked = readParameters(request, parameters)
    const limit = asked.limit ?? limitUnsaid
    const query = await committedQuery({ ...asked, limit }, parts)
    return onRecord(use, reading, 'entries', { ...query }, async () => {
      const { index } = await published.indexed()
      const found = await index.search(query)
      const entries = found.map(({ index: at, entry }) => ({ index: at, record: entry }))
      return { entries, next: found.length === limit ? (found.at(-1)?.index ?? null) : null }
    })
  })
  scope.get<{ Params: { index: string } }>('/api/entries/:index', async (request) => {
    const reading = await who(request)
    readParameters(request, {})
    const at = wholeNumber(0)(request.params.index)
    if (!('value' in at))
      throw new ProblemError(problem('malformed', { detail: 'An entry is asked for by its number: /api/entries/57.' }))
    return onRecord(use, reading, 'entry', { index: at.value }, async () => {
      const { reader, index } = await published.indexed()
      if (at.value >= reader.checkpoint.size)
        throw new ProblemError(
          problem('not-found', {
            detail: `${reader.checkpoint.size} entries are published, from 0 on; ${at.value} is none of them.`,
          }),
        )
      return provenAnswer(reader, await index.prove(at.value).catch(asNotFound))
    })
  })
}

/** Its hash is in the tree; its line went with its segment. */
const asNotFound = (error: unknown): never => {
  if (!(error instanceof RangeError)) throw error
  throw new ProblemError(problem('not-found', { detail: error.message, cause: error }))
}

/**
 * An entry as its reader checks it. `leaf` and `nodes` are what the reader computes anyway: where an answer was altered, they
 * tell which step was.
 */
const provenAnswer = (reader: LedgerReader, { index, line, entry, proof }: ProvenEntry) => {
  const leaf = leafHash(line)
  return {
    index,
    record: entry,
    line,
    leaf: hashText(leaf),
    proof: proof.map(hashText),
    nodes: inclusionNodes({ index, size: reader.checkpoint.size, leaf, proof }).map(hashText),
    checkpoint: reader.note,
  }
}
