import { hash, randomBytes, type X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ProblemError, problem } from '@charter/runtime'
import type { NoteKey } from '../../checkpoint/note.ts'
import { appendLine } from '../append-line.ts'
import { goesOn } from '../goes-on.ts'
import type { Witness } from '../witness.ts'
import { timeStampRequest, tokenIn, verifyToken } from './token.ts'

export interface TimeStampWitnessOptions {
  /** Where checkpoints and their tokens are kept, a JSON object a line. It may lie beside the ledger: what is signed is not its owner's. */
  readonly file: string
  /** The key of the ledger that is witnessed. */
  readonly key: NoteKey
  /** Certificates that the authority's own must lead to. */
  readonly roots: readonly X509Certificate[]
  readonly administrator: string
  readonly ledgerAdministrator: string
  /** Sends a request to the authority and gives its answer, both DER (RFC 3161 section 3.4), in bounded time. */
  readonly send: (request: Buffer) => Promise<Buffer>
}

/**
 * A time-stamp authority as witness (RFC 3161): it says when it saw a checkpoint. It remembers nothing, so a file of tokens
 * that is cut is not noticed; a tree that was rebuilt after a stamp is.
 */
export const timeStampWitness = (options: TimeStampWitnessOptions): Witness => {
  const { file, key, roots, administrator, ledgerAdministrator, send } = options
  const checkpoints = async (): Promise<readonly string[]> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').flatMap((line) => (line === '' ? [] : [stampedNote(line, roots)]))
  }
  return {
    name: `time stamps ${file}`,
    notIndependent: async () =>
      administrator === ledgerAdministrator ? `not independent: ${administrator} administers both` : null,
    record: async (note, nodeAt) => {
      if (!(await goesOn({ note, before: (await checkpoints()).at(-1) ?? null, key, nodeAt }))) return
      const imprint = hash('sha256', note, 'buffer')
      // A positive number, as DER has it: the first byte neither 0 nor above 127.
      const nonce = Buffer.concat([Buffer.from([0x41]), randomBytes(8)])
      const token = tokenIn(await send(timeStampRequest(imprint, nonce)))
      const stamp = token && verifyToken(token, roots)
      if (!stamp?.imprint.equals(imprint) || !stamp.nonce?.equals(nonce))
        throw new ProblemError(problem('unavailable', { detail: 'The time-stamp authority gave no stamp that holds.' }))
      await appendLine(file, JSON.stringify({ note, time: stamp.time, token: token?.toString('base64') }))
    },
    checkpoints,
  }
}

/** The checkpoint of a line whose token holds for it; else what no key has signed, so that the verdict says it. */
const stampedNote = (line: string, roots: readonly X509Certificate[]): string => {
  try {
    const { note, token } = JSON.parse(line) as { note: string; token: string }
    const stamp = verifyToken(Buffer.from(token, 'base64'), roots)
    return stamp?.imprint.equals(hash('sha256', note, 'buffer')) ? note : ''
  } catch {
    return ''
  }
}
