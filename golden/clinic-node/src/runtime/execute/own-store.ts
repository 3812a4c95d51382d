import type { WritingStore } from '../rows/call-store.ts'
import type { FollowUp } from './after-commit.ts'

/** How deep own code may have own code run: a ring of it would never end. */
export const depthMax = 8

/** The store of a call at work whose writes have own code around them, so many steps below the call. */
export interface OwnStore extends WritingStore {
  readonly depth: number
  /** What is to follow the commit. */
  readonly followUps: FollowUp[]
  /** The same for what own code begins. */
  deeper(): OwnStore
}
