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

/** Reads one charter's contracts after another. */
export const oneByOne =
  (complaintsOf: (styles: Contracts['styles']) => readonly string[] | Promise<readonly string[]>): Reader['read'] =>
  async (all) => {
    const found: string[] = []
    for (const { seed, styles } of all)
      found.push(...(await complaintsOf(styles)).map((complaint) => `seed ${seed}: ${complaint}`))
    return found
  }
