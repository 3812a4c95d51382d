import type { Json, JsonObject } from '../values/json.ts'
import type { Queue, QueueOptions } from './queue.ts'
import type { Transaction } from './transaction.ts'

/**
 * What a service keeps beside its rows: audit entries, idempotency records, API keys. In an owned database it lives
 * there and takes part in the write's transaction; for an attached one it is a `state:` database of its own.
 */
export interface State extends ProtectedState, Claims, Outbox, Steps, FileNames {
  /** True when state shares the rows' transaction. */
  readonly isTransactional: boolean
  /** Stores an entry with the write (in `transaction` when transactional, else at once, on disk). */
  appendAudit(entries: readonly AuditEntry[], transaction: Transaction | null): Promise<void>
  /** Entries about one row, newest first, before `before` (exclusive) when given. */
  readAudit(
    of: { readonly entity: string; readonly key: string; readonly tenant: string | null },
    limit: number,
    before: number | null,
  ): Promise<readonly StoredAuditEntry[]>
  /** The newest entries of all, newest first: the development page's trail. */
  recentAudit(limit: number, after: number): Promise<readonly StoredAuditEntry[]>
  /**
   * Entries that have not been drained into the replica log, oldest first, in the text they were stored
   * with. Those of `limit` commits: entries stored together come together.
   */
  pendingAudit(limit: number): Promise<readonly { readonly position: number; readonly body: string }[]>
  markDrained(throughPosition: number): Promise<void>
  /** Which of these intents, by the id of their entry, have an outcome. */
  settledIntents(ids: readonly string[]): Promise<ReadonlySet<string>>
  findIdempotency(scope: string, transaction: Transaction | null): Promise<IdempotencyRecord | null>
  saveIdempotency(record: IdempotencyRecord, transaction: Transaction | null): Promise<void>
  /** Drops idempotency records, claims and row changes older than this epoch millisecond. */
  sweep(beforeMs: number): Promise<void>
  findApiKey(hash: string): Promise<ApiKeyRecord | null>
  /** By what a list of keys calls it. */
  findApiKeyById(id: string): Promise<ApiKeyRecord | null>
  saveApiKey(record: ApiKeyRecord): Promise<void>
  /** The newest first, at most `limit`. */
  listApiKeys(limit: number): Promise<readonly ApiKeyRecord[]>
  /**
   * The queue that is worked on, opened once in a process. Rejects with a ConfigError where this state has none of that kind, or what it
   * needs is not installed; with a ProblemError (`unavailable`) where it cannot be opened.
   */
  openQueue(options: QueueOptions): Promise<Queue>
  close(): Promise<void>
}

/**
 * Who did what to which row, when, from where, with what outcome. No bodies, no query values (docs/threat-model.md).
 * Members stand in the order of RFC 8785, so that `JSON.stringify` of an entry made in this order is canonical.
 */
export interface AuditEntry {
  /** Id of the API key by which the call was made, where it was made by one. */
  readonly apiKey?: string
  /** Instant, canonical form. */
  readonly at: string
  readonly credential: string | null
  readonly entity: string | null
  /** Names of fields written, or revealed under a reveal action; never their values. */
  readonly fields: readonly string[]
  /** UUID, unique over all replicas. */
  readonly id: string
  /** The entry that announced this call, where the state lies apart from the rows (`intent`). */
  readonly intent: string | null
  /** Canonical JSON of the key fields, or null where no one row was meant. */
  readonly key: string | null
  readonly mode: 'durable' | 'buffered'
  readonly operation: string
  readonly origin: { readonly address: string | null; readonly requestId: string; readonly style: string }
  /** `ok`, a problem's code, `intent` before a write whose record lies apart, or `unknown` where nobody can say. */
  readonly outcome: string
  readonly principal: string | null
  readonly roles: readonly string[]
  /** Rows answered, for lists. */
  readonly rows: number | null
  /** Rule that decided. */
  readonly rule: string | null
  /** What the credential itself calls the principal, where another of its claims names the person. */
  readonly subject?: string
  readonly tenant: string | null
}

export interface StoredAuditEntry extends AuditEntry {
  readonly position: number
}

export interface IdempotencyRecord {
  /** Digest over tenant, principal, operation and key. */
  readonly scope: string
  /** Digest of the input. */
  readonly input: string
  readonly savedAtMs: number
  readonly outcome: { readonly value: Json; readonly version?: string }
}

/** What writes did to rows, kept with them for a while, for who follows (`Patient.changes`). */
export interface Outbox {
  /** Stores what one write did, in its transaction where state shares it. */
  appendChanges(changes: RowChanges, transaction: Transaction | null): Promise<void>
  /** Writes after a position, in the order in which they became visible: none ever appears before one that was given. Null where the position is not of this database. */
  changesAfter(position: string, limit: number): Promise<readonly StoredChanges[] | null>
  /** Whether changes after a position are committed that are shown only later, as writes before them have not ended. Whoever waits for those looks again soon. */
  isBehind(position: string): Promise<boolean>
  /** The position after everything that is visible now. */
  newestChange(): Promise<string>
}

export interface RowChanges {
  readonly atMs: number
  readonly changes: readonly RowChange[]
}

export interface RowChange {
  readonly entity: string
  readonly change: 'created' | 'updated' | 'deleted'
  readonly key: JsonObject
  readonly tenant: string | null
}

export interface StoredChanges extends RowChanges {
  readonly position: string
}

/** What the steps of a piece of work gave, kept until it is done. */
export interface Steps {
  /** Null where it was not done yet. */
  findStep(work: string, step: string, transaction: Transaction | null): Promise<{ readonly value: Json } | null>
  /** In the transaction of what it did. */
  saveStep(work: string, step: string, value: Json, transaction: Transaction | null): Promise<void>
}

/**
 * Idempotency where the state lies apart from the rows, and no transaction spans the two: a key is claimed before the
 * write, the answer kept with the claim before the write commits, and the claim ended once it has.
 */
export interface Claims {
  findClaim(scope: string): Promise<IdempotencyClaim | null>
  /** Puts a claim where the one with the id `before` stands, or none does (null). False, and nothing changed, where another does. */
  putClaim(claim: IdempotencyClaim, before: string | null): Promise<boolean>
  /** Takes the claim of this id away, and keeps the answer that came of it, all or none. */
  endClaim(claim: Pick<IdempotencyClaim, 'scope' | 'id'>, record: IdempotencyRecord | null): Promise<void>
}

export interface IdempotencyClaim {
  readonly scope: string
  readonly input: string
  /** Of the entry that announced the call. */
  readonly id: string
  readonly atMs: number
  /** Null until the write is about to commit: a claim without it has changed nothing. */
  readonly prepared: PreparedAnswer | null
}

export interface PreparedAnswer {
  readonly outcome: IdempotencyRecord['outcome']
  /** Of the rows' transaction (`Transaction.mark`); null where its database has none. */
  readonly mark: string | null
}

/** How many rows name a file: who counts holds it until its transaction ends, so that nobody removes what another is about to name. */
export interface FileNames {
  /** Counts `by` more of them, 0 where it only has to be held, and gives how many there are then. */
  countFile(file: string, by: number, transaction: Transaction | null): Promise<number>
  /** Every file that was counted, with how many rows name it; null where there are more than `most`. */
  namedFiles(most: number, transaction: Transaction | null): Promise<ReadonlyMap<string, number> | null>
  /** Whether a migration dropped rows or fields past what counts, and the database has one structure now. */
  isToRecount(transaction: Transaction | null): Promise<boolean>
  /** They were counted anew. */
  recounted(transaction: Transaction | null): Promise<void>
  /** It is gone, and so is what was counted of it. */
  forgetFile(file: string, transaction: Transaction | null): Promise<void>
}

export interface ApiKeyRecord {
  readonly id: string
  /** SHA-256, hex, of the secret. */
  readonly hash: string
  readonly principal: string
  readonly roles: readonly string[]
  readonly attributes: JsonObject
  readonly tenant: string | null
  /** What the key may be used for at most; null: whatever its roles may. */
  readonly scopes: readonly string[] | null
  readonly expiresAtMs: number | null
}

/** What protection of fields keeps: keys as a key provider wrapped them, values that tokens stand for, jobs under way. */
export interface ProtectedState {
  readKeys(): Promise<readonly KeyRecord[]>
  /** False, and nothing changed, where the purpose has a key of this version already. */
  insertKey(record: KeyRecord): Promise<boolean>
  /** Replaces the key of this id, when it still is as `before` had it wrapped. */
  replaceKey(record: KeyRecord, before: string): Promise<boolean>
  findTokens(tokens: readonly string[], transaction: Transaction | null): Promise<readonly TokenRecord[]>
  /** Tokens whose keyed index is one of these. */
  findTokensByIndex(indexes: readonly string[], transaction: Transaction | null): Promise<readonly TokenRecord[]>
  /** Keeps the record, unless one has the same index already. Gives the token that then stands for the value. */
  insertToken(record: TokenRecord, transaction: Transaction | null): Promise<string>
  /** Records after a token, in the order of tokens. */
  tokensAfter(token: string, limit: number): Promise<readonly TokenRecord[]>
  /** Replaces ciphertext and index of a token, when its ciphertext still is `before`. */
  replaceToken(record: TokenRecord, before: string): Promise<boolean>
  /** Where a job of this name stands; null where none is under way. */
  readJob(name: string): Promise<JsonObject | null>
  /** Null: the job is done. */
  saveJob(name: string, position: JsonObject | null): Promise<void>
}

/** A key of the service, wrapped by a key provider. */
export interface KeyRecord {
  /** In every text made with it: `d1-9f8e7d6c`. */
  readonly id: string
  readonly purpose: 'data' | 'index' | 'file' | 'log'
  /** From 1, in the order they were made. */
  readonly version: number
  /** Name of the key provider that wrapped it. */
  readonly provider: string
  readonly wrapped: string
  readonly madeAtMs: number
  /** New texts are made with the newest key whose time has come: by then every replica knows it. */
  readonly activeFromMs: number
  /** No text made with it is left, so it is asked no more. Kept for backups. */
  readonly isRetired: boolean
}

/** A token and what it stands for, sealed. */
export interface TokenRecord {
  readonly token: string
  readonly entity: string
  readonly field: string
  readonly tenant: string | null
  /** Keyed index of the value, where the field can be searched. */
  readonly index: string | null
  readonly sealed: string
}
