/** One hostile charter's contracts: file → text, by style. */
export interface Contracts {
  readonly seed: number
  readonly styles: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A program that other people read contracts with. */
export interface Reader {
  readonly name: string
  /** Why it cannot read here, in a sentence that says what to install; null where it can. */
  missing(): string | null
  /** What it complains of, each with its seed. */
  read(all: readonly Contracts[]): Promise<readonly string[]>
}
