import type { NodeAt } from '../merkle/proof.ts'

/** Someone outside who remembers checkpoints, so that the ledger's owner cannot show another tree later. */
export interface Witness {
  readonly name: string
  /** Why it proves less than it seems to, in a sentence (same administrator, same disk); null where it is independent. */
  notIndependent(ledgerFolder: string): Promise<string | null>
  /**
   * Keeps a signed checkpoint. `nodeAt` reads the tree it stands for, so that the witness can check that it goes on from
   * the one before. Rejects with the problem `conflict` where it does not.
   */
  record(note: string, nodeAt: NodeAt): Promise<void>
  /** Signed checkpoints it keeps, oldest first. */
  checkpoints(): Promise<readonly string[]>
}
