import type { Scenario, Step } from '../scenario.ts'
import type { Derivation } from './derivation.ts'
import { ofKnownRoles } from './known-roles.ts'
import { offeredBy } from './offered.ts'
import { mayBeDone, roomFor } from './room.ts'

/**
 * Scenarios without what the charter has no room for, what it does not offer, and what rows alone decide. What comes after a write, or
 * with what an answer said, is nothing without it: there the whole scenario is left out.
 */
export const askable = (scenarios: readonly Scenario[], deriving: Derivation): readonly Scenario[] => {
  const hasRoom = roomFor(deriving)
  const isOffered = offeredBy(deriving)
  return ofKnownRoles(scenarios, deriving).flatMap((scenario) => {
    const isKept = (step: Step): boolean => hasRoom(step) && isOffered(step, scenario)
    const steps = scenario.steps.filter(isKept)
    if (steps.length === scenario.steps.length) return [scenario]
    const isWhole = steps.length === 0 || scenario.steps.some((step) => !isKept(step) && isNeeded(step, scenario))
    return isWhole ? [] : [{ ...scenario, steps }]
  })
}

/** Whether steps after it may count on what it does or says. */
const isNeeded = (step: Step, { writes }: Scenario): boolean => step.save !== undefined || (writes && mayBeDone(step))
