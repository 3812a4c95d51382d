import { tokensOf } from '../language/tokens.ts'

/** The plain form of a verb: `approve` of `approved`, `carry` of `carries`; read behind `to`, as `closed` alone could be no verb. */
export const verbOf = (word: string): string => tokensOf(`to ${word}`, 0)[1]?.lemma ?? word
