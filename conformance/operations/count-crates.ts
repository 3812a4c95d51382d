import type { OperationBody } from '@charter/runtime/service'
import { timesHeard } from '../hooks/crate.ts'

/** How often the hook that runs past the answer has heard of crates of this title. */
export const countCrates: OperationBody = async ({ value }) => timesHeard(String(value.title))
