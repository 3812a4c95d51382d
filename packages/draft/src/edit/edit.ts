import type { Diagnostic } from '@charter/charter'
import type { DraftProvenance } from '../outline.ts'

/** What `editCharter` gives. */
export interface Edit {
  /** The document's files with their new text; a file that is gone is not among them. As given where nothing was done. */
  readonly files: Readonly<Record<string, string>>
  readonly steps: readonly EditStep[]
  readonly notUnderstood: readonly NotUnderstood[]
  readonly questions: readonly EditQuestion[]
  /** For `charter.lock`, by path, the names of before followed: `updateLock(charter, lock, provenance)`. */
  readonly provenance: Readonly<Record<string, DraftProvenance>>
  /** Paths that are called otherwise now: `Client.phone` → `Customer.phone`; null for what is gone. */
  readonly moved: Readonly<Record<string, string | null>>
  /** Findings that the edited charter has and the given one had not. With an error among them nothing was done. */
  readonly findings: readonly Diagnostic[]
  /** Whether the whole edit was refused for its findings. */
  readonly isRefused: boolean
}

/** One thing done: the words that asked for it, what it is about (`Customer.phone`), and a sentence for people. */
export interface EditStep {
  readonly sentence: string
  readonly path: string
  readonly did: string
}

/** Words that nothing was done for: where they begin, why, and an example of what would be understood. */
export interface NotUnderstood {
  readonly text: string
  readonly offset: number
  readonly hint: string
}

/** Each choice is words that `editCharter` understands; none given means the assumption that `sentence` tells stays. */
export interface EditQuestion {
  readonly about: string
  readonly sentence: string
  readonly choices: readonly string[]
  /** The words that were not acted on, and that a choice stands for; absent where it adds to what was done. */
  readonly replaces?: string
}

/** One command of the words. */
export interface Clause {
  readonly text: string
  /** Characters from the beginning of the words. */
  readonly offset: number
  /** What `For customers: …` puts before it. */
  readonly topic?: string
}
