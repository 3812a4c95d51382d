import { majorOf } from '../../call/major.ts'
import type { CallEngine } from '../call-engine.ts'

/** Whose a piece of work is: one major's, or (null) that of whichever knows it. Left out of what was sealed before that was said. */
export type WorkMajor = number | null | undefined

/** Whether a piece of work is for this major. What says nothing of it was there before the first that asks, and is that one's. */
export const isOurs = async (engine: Pick<CallEngine, 'model' | 'state'>, major: WorkMajor): Promise<boolean> => {
  if (major === null) return true
  const mine = majorOf(engine.model)
  return (major ?? (await unmarkedOf(engine.state, mine))) === mine
}

/** As the state calls it. */
const claimed = 'work-of-before'

const unmarkedOf = async (state: Pick<CallEngine['state'], 'readJob' | 'saveJob'>, mine: number): Promise<number> => {
  const before = await state.readJob(claimed)
  if (before) return Number(before.major)
  await state.saveJob(claimed, { major: mine })
  // Of two at once the last is it, for both.
  return Number((await state.readJob(claimed))?.major)
}
