import type { Part } from './charter.gen.ts'

/** Where releases run: processes of this machine, a cluster, a cloud. */
export interface Target {
  /**
   * Brings a release up beside what answers there, and gives its address once it is healthy; the same deployment again gives the same. Rejects
   * where it is not, and then nothing of it runs.
   */
  rollOut(deployment: RolledOut): Promise<{ readonly address: string }>
  /** Ends what was rolled out; nothing to do is no failure. */
  stop(deployment: string): Promise<void>
}

export interface RolledOut {
  /** The deployment's id. */
  readonly id: string
  readonly environment: string
  /** `sha256:` and its digits, of all parts. */
  readonly digest: string
  readonly parts: readonly Part[]
  /** The bytes of a part. */
  read(part: Part): Promise<Uint8Array>
}
