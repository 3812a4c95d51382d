import { ProblemError } from '../problem/problem.ts'
import { keyIdOf, openText, sealText } from '../protect/envelope.ts'
import { KeyMissing, type Keyring } from '../protect/keyring.ts'

/** What of a service's keys seals its record at rest, and opens it. */
export type LogKeys = Pick<Keyring, 'logKey' | 'dataKeys'>

/** A log, by what its first line says. */
export interface LogName {
  readonly replica: string
  readonly epoch: number
}

/**
 * The lines that one seal closes, and it, as one line that tells nothing: a ciphertext of `protect/envelope.ts` that belongs to this log.
 * Order and wholeness are the chain's, which goes over what comes of it.
 */
export const sealLines = async (keys: LogKeys, log: LogName, lines: readonly string[]): Promise<string> =>
  sealText(await keys.logKey(), placeOf(log), lines.join('\n'))

/** Whether a line is a ciphertext: every other one is JSON. */
export const isSealedLine = (line: string): boolean => line.startsWith('c1.')

/** The lines again. Rejects with `unavailable` where the key cannot be had, with an Error where they were altered or are another log's. */
export const openLines = async (keys: LogKeys | null, log: LogName, line: string): Promise<readonly string[]> => {
  if (!keys) throw new Error(`the log of ${log.replica} is sealed at rest, and nobody said by which keys`)
  const id = keyIdOf(line) ?? ''
  const key = (await keys.dataKeys([id]).catch(asFinal)).get(id)
  if (!key) throw new KeyMissing(id)
  try {
    requireCanonical(line)
    return openText(key, placeOf(log), line).split('\n')
  } catch {
    // What node:crypto says of it helps nobody.
    throw new Error(`a line of the log of ${log.replica} does not open: altered, or another log's`)
  }
}

/**
 * Opens the lines of one log in their order. Rejects as `openLines` does, and with an Error for one that is not sealed and stands behind one that
 * is: whoever writes a log seals all of it or none.
 */
export const logOpener = (keys: LogKeys | null, log: LogName): ((line: string) => Promise<readonly string[]>) => {
  let isSealed = false
  return async (line) => {
    if (isSealedLine(line)) {
      isSealed = true
      return openLines(keys, log, line)
    }
    if (isSealed)
      throw new Error(`a line of the log of ${log.replica} is not sealed at rest, and stands behind some that are`)
    return [line]
  }
}

/** A key that is nowhere is not waited for. */
const asFinal = (error: unknown): never => {
  const { cause } = error instanceof ProblemError ? error.problem : { cause: undefined }
  throw cause instanceof KeyMissing ? cause : error
}

/** The same bytes have one text: base64url has spare bits, in which a character could be changed unseen. */
const requireCanonical = (line: string): void => {
  const text = line.slice(line.lastIndexOf('.') + 1)
  if (Buffer.from(text, 'base64url').toString('base64url') !== text) throw new Error('not canonical')
}

const placeOf = ({ replica, epoch }: LogName) => ({
  tenant: null,
  entity: '',
  field: 'log',
  key: JSON.stringify([replica, epoch]),
})
