/** Ends the compilation of one policy with a diagnostic; caught in `compile-policy.ts` and nowhere else. */
export class Refusal extends Error {
  readonly instead: string
  constructor(what: string, instead: string) {
    super(what)
    this.instead = instead
  }
}

/** Refuses: `what` completes "… cannot be decided the same in every service", `instead` says what to write. */
export const refuse = (what: string, instead: string): never => {
  throw new Refusal(what, instead)
}
