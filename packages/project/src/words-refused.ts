import type { Refusal } from '@charter/draft'

/** Thrown when words describe nothing that a charter could be drafted from; nothing was written. */
export class WordsRefused extends Error {
  override readonly name = 'WordsRefused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.why)
    this.refusal = refusal
  }
}
