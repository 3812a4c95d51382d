import type { Scenario } from '../scenario.ts'
import type { Derivation } from './derivation.ts'

/**
 * Where rows say who has which roles, only tokens of development have those that they name: what others may do, no scenario knows that
 * is derived. That they are refused is asked all the same.
 */
export const ofKnownRoles = (scenarios: readonly Scenario[], { model }: Derivation): readonly Scenario[] =>
  model.access.membership
    ? scenarios.filter(({ steps }) =>
        steps.every(({ shows, expect }) => !shows || shows.by === 'development' || expect.status === 401),
      )
    : scenarios
