import { canonicalJson, type Json, type JsonObject, ProblemError, problem } from '@charter/runtime'
import type { SourceRecord } from '../disk/entry-line.ts'

/**
 * The entry, read, once it is known to be an object in its one canonical spelling (RFC 8785): another spelling of the same
 * entry would be another leaf. Throws the problem `invalid-input`.
 */
export const canonicalEntry = ({ entry, epoch, replica, sequence }: SourceRecord, bytesMax: number): JsonObject => {
  if (replica.length < 1 || replica.length > nameMax) throw invalid(`A replica's name has 1 to ${nameMax} characters.`)
  if (!isCount(epoch) || !isCount(sequence)) throw invalid('Epoch and sequence are whole numbers from 1.')
  if (entry.length > bytesMax || Buffer.byteLength(entry) > bytesMax)
    throw invalid(`An entry has ${bytesMax} bytes at most.`)
  const value = parsed(entry)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid('An entry is a JSON object.')
  if (canonicalJson(value) !== entry) throw invalid('An entry is canonical JSON (RFC 8785).')
  return value as JsonObject
}

const nameMax = 200

const isCount = (of: number): boolean => Number.isSafeInteger(of) && of >= 1

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('An entry is JSON.')
  }
}

const invalid = (sentence: string): ProblemError => new ProblemError(problem('invalid-input', { detail: sentence }))
