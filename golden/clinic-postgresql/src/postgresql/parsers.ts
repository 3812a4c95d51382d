import type { SqlValue } from '../runtime/index.ts'

export type Parse = (text: string) => SqlValue

const float: Parse = (text) => {
  const value = Number(text)
  // NaN and the infinities are not values of a float64; -0 is 0 (docs/semantics.md).
  return Number.isFinite(value) ? value + 0 : null
}

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
