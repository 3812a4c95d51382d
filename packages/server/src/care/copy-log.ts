import { createReadStream, createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isSealedLine, privateFolder, sealReader } from '@charter/runtime/service'
import { CareFault } from './care-fault.ts'

/** How far a log of the record is signed. */
export interface SignedLog {
  /** Of the file, through the last seal. */
  readonly bytes: number
  readonly entries: number
  /** The hash of all of them; null where lines are sealed at rest, which nobody reads without the keys. */
  readonly head: string | null
}

/**
 * Reads a log through its last seal: what is after that is being written, or was when its process died. Rejects with a CareFault where a line
 * is not the one that was signed.
 */
export const readSigned = async (file: string): Promise<SignedLog> => {
  const reader = sealReader(null)
  let [bytes, at, read] = [0, 0, 0]
  let isSealed = false
  for await (const line of linesOf(file)) {
    at++
    read += Buffer.byteLength(line) + 1
    isSealed ||= isSealedLine(line)
    const found = isSealed ? null : reader.read(line)
    if (found?.kind === 'fault') throw new CareFault(`${file}:${at}: ${found.sentence}`)
    if (found === null || found.kind === 'seal') bytes = read
  }
  return { bytes, entries: reader.place.through, head: isSealed ? null : reader.place.head }
}

/** Copies a log through its last seal to where none is; on disk when it resolves. */
export const copyLog = async (from: string, to: string): Promise<SignedLog> => {
  const signed = await readSigned(from)
  privateFolder(dirname(to))
  const pieces = signed.bytes === 0 ? [] : createReadStream(from, { end: signed.bytes - 1 })
  await pipeline(pieces, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
  return signed
}

/** Lines that a newline ends, without it. */
const linesOf = async function* (file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
