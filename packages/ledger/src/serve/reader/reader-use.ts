import type { JsonObject } from '@charter/runtime'
import type { FastifyInstance } from 'fastify'
import { type Read, readOnRecord } from '../../read/read-on-record.ts'
import type { LedgerServerParts } from '../serve-ledger.ts'
import type { Published } from './published.ts'
import type { ReaderSession, WhoReads } from './who-reads.ts'

/** What every route for readers uses. */
export interface ReaderUse {
  readonly parts: LedgerServerParts
  readonly published: Published
  /** First of all: nothing is told to who may not read, not even what of the request is wrong. */
  readonly who: WhoReads
}

export type ReaderRoute = (scope: FastifyInstance, use: ReaderUse) => void

/** Gives what is asked for, once it is in the ledger that it was. */
export const onRecord = <Given>(
  { parts }: ReaderUse,
  { principal, credential }: ReaderSession,
  what: Read['what'],
  query: JsonObject,
  give: () => Given | Promise<Given>,
): Promise<Given> => readOnRecord(parts.ledger, { principal, credential, what, query }, give)
