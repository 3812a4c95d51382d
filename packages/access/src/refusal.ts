/** Ends the compilation of one policy with a diagnostic; caught in `compile-policy.ts` and nowhere else. */
export class Refusal extends Error {
  readonly code: 'cedar-unsupported' | 'cedar-type'
  readonly instead: string | undefined
  /** As it stands in the condition: `.ward`. */
  readonly about: string | undefined
  constructor(code: Refusal['code'], what: string, instead: string | undefined, about?: string) {
    super(what)
    this.about = about
    this.code = code
    this.instead = instead
  }
}

/** Refuses: `what` completes "… cannot be decided the same in every service", `instead` says what to write. */
export const refuse = (what: string, instead: string, about?: string): never => {
  throw new Refusal('cedar-unsupported', what, instead, about)
}

/** Refuses what the charter does not say: `why` completes "This does not fit the charter: …". */
export const refuseUnknown = (why: string, help: string | undefined, about?: string): never => {
  throw new Refusal('cedar-type', why, help, about)
}
