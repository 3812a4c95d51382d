import type { KeyObject, X509Certificate } from 'node:crypto'
import type { NoteKey } from '../checkpoint/note.ts'
import type { Predecessor } from '../writer/open-ledger.ts'

/** What a ledger's `ledger.yaml` says, with its files read: who runs it, who sends to it, who reads it, who witnesses it. */
export interface LedgerSettings {
  /** Name like a URL without its scheme: `clinic.example/ledger`. */
  readonly origin: string
  /** Who runs the ledger, as an auditor would be told. */
  readonly administrator: string
  /** The ledger's private key. */
  readonly key: KeyObject
  /** Public keys of the replicas that send their logs, by their names. */
  readonly replicas: ReadonlyMap<string, KeyObject>
  readonly readers: readonly Reader[]
  /** Whose tokens readers sign in with besides; null where only tokens of the ledger's own are taken. */
  readonly signIn: SignIn | null
  /** Members of entries that enter as commitments, as dotted paths. */
  readonly personal: readonly string[]
  /** How long entries are kept; null: for ever. */
  readonly keepMs: number | null
  /** How many bytes of one replica are taken in a minute, and of how many in a day somebody is told. */
  readonly replicaBytes: { readonly minute: number; readonly day: number }
  /** What becomes of records while the disk does not take them. */
  readonly whenDiskFails: 'refuse' | 'hold'
  /** What a new ledger goes on from; null where it is the first. */
  readonly predecessor: Predecessor | null
  readonly witnesses: readonly WitnessSettings[]
  /** Keys of other ledgers that this one witnesses. */
  readonly witnessFor: readonly NoteKey[]
  /** How often witnesses are told: at most a minute apart. */
  readonly witnessMs: number
}

/** Somebody who may read, by a token of the ledger's own: random, prefixed, hashed here, expiring. */
export interface Reader {
  readonly name: string
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string
  readonly expiresAt: string
}

/** JWTs of one issuer, with this role in `rolesClaim`, may read. */
export interface SignIn {
  readonly issuer: string
  readonly audience: string
  readonly jwksUrl: string
  readonly rolesClaim: string
  readonly role: string
}

export type WitnessSettings = { readonly administrator: string } & (
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 's3'; readonly endpoint: string; readonly bucket: string; readonly prefix: string; readonly region: string; readonly retainDays: number } // biome-ignore format: one kind
  | { readonly kind: 'time-stamp'; readonly url: string; readonly root: X509Certificate; readonly file: string }
  | { readonly kind: 'ledger'; readonly url: string; readonly key: NoteKey }
)
