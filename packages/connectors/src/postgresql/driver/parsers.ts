import type { SqlValue } from '@charter/sql/store'

export type Parse = (text: string) => SqlValue

/** -0 is 0 (docs/semantics.md). */
const float: Parse = (text) => Number(text) + 0

/** By type's OID (pg_type.dat); what is not here stays the text that the server sends. */
const byOid: Readonly<Record<number, Parse>> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  21: Number,
  23: Number,
  700: float,
  701: float,
}

/** Null: the text as it is. */
export const parserOf = (oid: number): Parse | null => byOid[oid] ?? null
