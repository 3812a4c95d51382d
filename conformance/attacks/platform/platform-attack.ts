import type { Answered, Asked } from '../attack.ts'

/** Something that is done to a platform, as a person or nobody, and must not work. */
export interface PlatformAttack {
  /** As of Attack: short, in kebab-case, unique. */
  readonly name: string
  /** What holds, in plain words. */
  readonly holds: string
  /** It is flooded or measured: it comes last, when nobody else is there. */
  readonly isLoud?: boolean
  /** Null where it holds, else what was got, in one line. */
  readonly play: (victim: PlatformVictim) => Promise<string | null>
}

/** How a PATCH says what it changes. */
export const mergePatch: Asked = { headers: { 'content-type': 'application/merge-patch+json' } }

/** What one person asks: `POST projects`, below `/api/v1`, or a path of its own with a slash before it. */
export type AskedAs = (asked: string, body?: unknown, more?: Asked) => Promise<Answered>

/**
 * A platform of two companies. At Acme Ann owns and designs, Olga operates, Bob designs and lets; a release of Ann's waits to be deployed, as Olga asked, until
 * Bob has let it. Eve owns Bolt, and has every right that she can give herself there.
 */
export interface PlatformVictim {
  readonly url: string
  readonly nobody: AskedAs
  readonly ann: AskedAs
  readonly olga: AskedAs
  readonly bob: AskedAs
  readonly eve: AskedAs
  /** `claims` beside those of whoever is signed in with a fresh second factor. */
  as(person: string, claims?: Readonly<Record<string, unknown>>): AskedAs
  /** A tool over MCP: what it answers, as text. */
  tool(person: string, name: string, given: object): Promise<string>
  /** A link that signs in its owner, once. */
  link(): Promise<string>
  /** Ids at Acme, by what they are of. */
  readonly acme: Readonly<Record<'project' | 'version' | 'release' | 'environment' | 'deployment' | 'secret', string>>
  /** Digest of that release. */
  readonly digest: string
  /** Resident memory of its process, in MB. */
  memoryMb(): Promise<number>
}
