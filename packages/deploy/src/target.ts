import type { TestsOutcome } from './tests/tests-outcome.ts'

/** Where releases run: processes of this machine, a cluster, a cloud. */
export interface Target {
  /**
   * Brings a release up beside what answers in its environment, has it take over once it is healthy, and gives its address; the same
   * deployment again gives the same. Rejects with NotRolledOut where it is not healthy: then nothing of it runs, and what answered goes on.
   */
  rollOut(deployment: RolledOut): Promise<Answering>
  /** Ends what was rolled out; nothing to do is no failure. */
  stop(deployment: string): Promise<void>
  /**
   * Runs the own tests of a release, kept apart as what is deployed is, and with no network at all. Rejects with a TestsEnded where they come to
   * no result. Left out where nothing is run.
   */
  test?(release: Pick<RolledOut, 'digest' | 'parts' | 'read'>, options: TestOptions): Promise<TestsOutcome>
  /** The deployments that are there, whether or not they answer at the moment. */
  running(): Promise<readonly string[]>
  /** Those that it ended by itself, each with a sentence why. */
  ended?(): Promise<readonly Ended[]>
}

export interface Ended {
  readonly deployment: string
  readonly why: string
}

export interface TestOptions {
  /** Ends them. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** Tests came to no result; the sentence says why. */
export class TestsEnded extends Error {
  override readonly name = 'TestsEnded'
}

export interface RolledOut {
  /** The deployment's id. */
  readonly id: string
  readonly environment: {
    /** Its address is kept from one deployment to the next. */
    readonly id: string
    /** What its service is told besides: `CHARTER_MODE`, the URL of its database. */
    readonly variables: Readonly<Record<string, string>>
    /** Where its service may connect to, as `host:port`. Nowhere else. */
    readonly reaches: readonly string[]
    /** Ranges of one's own network in which such hosts may be, in CIDR notation; elsewhere they are on the Internet. */
    readonly ranges: readonly string[]
    /** What is the platform's own on this machine, as `host:port`: it reaches these besides, wherever they are. */
    readonly own: readonly string[]
  }
  /** Styles that its service serves on listeners of their own, each with the variable that says its port: `{ grpc: 'GRPC_PORT' }`. */
  readonly listeners: Readonly<Record<string, string>>
  /** Whether it says a key that it signs its record with; where it does not say it, it is not healthy. */
  readonly keepsRecord: boolean
  /** `sha256:` and its digits, of all parts. */
  readonly digest: string
  readonly parts: readonly Part[]
  /** The bytes of a part. Rejects where they are not those of its digest. */
  read(part: Part): Promise<Uint8Array>
}

/** It does not answer; the message says why, to whoever may see the deployment. */
export class NotRolledOut extends Error {
  override readonly name = 'NotRolledOut'
  /** What its service said last; null where that is not why. Whoever operates it reads that, as it may hold what callers sent. */
  readonly lastWords: string | null
  constructor(message: string, lastWords: string | null) {
    super(message)
    this.lastWords = lastWords
  }
}

/** Where a deployment is reached. */
export interface Answering {
  /** Over HTTP. */
  readonly address: string
  /** Of each style with a listener of its own, as `host:port`. */
  readonly listeners?: Readonly<Record<string, string>>
  /** The public key, PEM, that it says its record is signed with; absent where it says none. */
  readonly recordKey?: string
}

/** One file of a release. */
export interface Part {
  readonly path: string
  /** `sha256:` and 64 digits. */
  readonly digest: string
  readonly size: number
}
