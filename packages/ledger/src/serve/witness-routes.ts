import type { KeyObject } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Checkpoint, peekCheckpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import { cosignatureLine } from '../checkpoint/cosignature.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { verifyConsistency } from '../merkle/proof.ts'
import { type AddCheckpoint, readAddCheckpoint } from '../witness/add-checkpoint.ts'
import { openWitnessBook, type WitnessBook } from '../witness/witness-book.ts'
import type { LedgerRoutes, LedgerServerParts } from './serve-ledger.ts'

/** A checkpoint with all its signatures, and a proof. */
const bodyBytesMax = 2 ** 15

/**
 * This ledger as a witness of others (C2SP tlog-witness): it cosigns a checkpoint that goes on from the last one it saw of
 * that log, and records it. Who asks needs no token: what counts is the log's own signature, and what is told is signed
 * sizes and hashes.
 */
export const witnessRoutes =
  (witnessing: WitnessKeys): LedgerRoutes =>
  (app, parts) => {
    const book = openWitnessBook(parts.folder, parts.ledger)
    /** One after another: two that go on from the same one must not both be taken. */
    let working: Promise<unknown> = Promise.resolve()
    void app.register(async (scope) => {
      // The specification names no media type: whatever is said, the body is text.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
        done(null, body),
      )
      scope.post('/add-checkpoint', (request: FastifyRequest, reply) => {
        const answer = (): Promise<Answer> => addCheckpoint(String(request.body ?? ''), { ...witnessing, parts, book })
        const done = working.then(answer, answer)
        working = done.catch(() => {})
        return done.then((given) => send(reply, given))
      })
      scope.get<{ Params: { origin: string } }>('/witnessed/:origin', async ({ params: { origin } }, reply) => {
        if (!keyNamed(witnessing, origin)) return send(reply, notWatched(origin))
        return send(reply, { status: 200, text: (await book.notes(origin)).map((note) => `${note}\n`).join('') })
      })
    })
  }

export interface WitnessKeys {
  /** The ledger's own, Ed25519: it signs what was seen. */
  readonly key: KeyObject
  /** Keys of the ledgers that it witnesses, as they are now. */
  readonly watched: () => readonly NoteKey[]
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly type?: string
}

const send = (reply: FastifyReply, { status, text, type = 'text/plain; charset=utf-8' }: Answer): FastifyReply =>
  reply.code(status).type(type).send(text)

const keyNamed = ({ watched }: WitnessKeys, origin: string): NoteKey | undefined =>
  watched().find(({ name }) => name === origin)

const notWatched = (origin: string): Answer => ({
  status: 404,
  text: `This ledger does not witness ${origin}. Ask its administrator to add the key to witnessFor.\n`,
})

interface WitnessContext extends WitnessKeys {
  readonly parts: LedgerServerParts
  readonly book: WitnessBook
}

/** Statuses are those of C2SP tlog-witness. */
const addCheckpoint = async (body: string, asking: WitnessContext): Promise<Answer> => {
  const { parts, book } = asking
  const asked = readAddCheckpoint(body)
  const peeked = asked && peekCheckpoint(asked.note)
  if (!asked || !peeked)
    return { status: 400, text: 'Send what C2SP tlog-witness says: old size, proof, checkpoint.\n' }
  const key = keyNamed(asking, peeked.origin)
  if (!key) return notWatched(peeked.origin)
  const next = readCheckpoint(asked.note, key)
  if (typeof next === 'string') return { status: 403, text: 'The checkpoint is not signed with the key of that log.\n' }
  if (asked.old > next.size) return { status: 400, text: 'The old size is larger than that of the checkpoint.\n' }
  const held = (await book.notes(next.origin)).at(-1)
  const last = held === undefined ? null : readCheckpoint(held, key)
  if (typeof last === 'string') return { status: 500, text: 'What this ledger kept of that log does not verify.\n' }
  const refusal = refusalOf(asked, next, last)
  if (refusal) return refusal
  const line = cosignatureLine(asked.note, { name: parts.ledger.origin, key: asking.key, nowMs: parts.nowMs() })
  if (line === null) return { status: 501, text: 'This ledger’s key cannot cosign: that takes Ed25519.\n' }
  if (last?.size !== next.size) await book.add(next.origin, asked.note + line)
  return { status: 200, text: line }
}

const refusalOf = ({ old, proof }: AddCheckpoint, next: Checkpoint, last: Checkpoint | null): Answer | null => {
  const size = last?.size ?? 0
  const isOther = last !== null && next.size === size && next.root !== last.root
  if (old !== size || isOther) return { status: 409, text: `${size}\n`, type: 'text/x.tlog.size' }
  const isConsistent =
    last === null
      ? proof.length === 0
      : verifyConsistency({ from: size, to: next.size, fromRoot: last.root, toRoot: next.root, proof })
  return isConsistent
    ? null
    : { status: 422, text: 'The proof does not show that the checkpoint goes on from the last.\n' }
}
