/** What is asked of pg-boss, of what it offers: its types are there only where it is installed. */
export interface Boss {
  start(): Promise<unknown>
  stop(options: { readonly graceful: boolean; readonly close: boolean }): Promise<void>
  on(event: 'error', listen: (error: Error) => void): unknown
  createQueue(name: string, options: QueueSettings): Promise<void>
  /** Null where one of its `singletonKey` waits, or is worked on. */
  send(name: string, data: object, options: SendSettings): Promise<string | null>
  fetch(name: string, options: { readonly batchSize: number; readonly db: BossDatabase }): Promise<readonly Fetched[]>
  findJobs(
    name: string,
    options: { readonly key: string; readonly queued?: boolean; readonly db: BossDatabase },
  ): Promise<readonly Pick<Fetched, 'id'>[]>
  update(name: string, data: undefined, options: UpdateSettings): Promise<unknown>
  /** Of one that is no more the attempt that was fetched, `affected` is 0. */
  touch(name: string, attempt: Attempt, options: WithDatabase): Promise<{ readonly affected: number }>
  deleteJob(
    name: string,
    which: Attempt | readonly string[],
    options: WithDatabase,
  ): Promise<{ readonly affected: number }>
}

/** Where it says its statements, when not in sessions of its own. */
export interface BossDatabase {
  executeSql(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>
}

export interface WithDatabase {
  readonly db?: BossDatabase
}

/** One time that a job was fetched: whoever fetches it again has another. */
export interface Attempt {
  readonly id: string
  /** From 0. */
  readonly retryCount: number
}

interface Fetched extends Attempt {
  /** As the sessions that it was asked through give JSON: as text. */
  readonly data: unknown
}

export interface QueueSettings {
  readonly policy: 'exclusive'
  readonly retryLimit: number
  readonly expireInSeconds: number
  readonly retentionSeconds: number
}

interface SendSettings extends WithDatabase {
  readonly singletonKey: string
  /** Seconds from now on, by the clock of the database. */
  readonly startAfter: number
  readonly priority: number
  readonly heartbeatSeconds: number
}

interface UpdateSettings extends WithDatabase {
  readonly singletonKey: string
  readonly startAfter: number
  readonly priority: number
}

/** What the package exports of which something is asked here. */
export interface BossModule {
  readonly PgBoss: new (options: object) => Boss
}
