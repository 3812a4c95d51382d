import * as vitest from 'vitest'
import { connectorConformance } from '../conformance/connector-conformance.ts'
import { under } from '../conformance/harness.ts'
import { postgresql } from './index.ts'

under(vitest, () =>
  connectorConformance(postgresql, async () => ({
    ...(await postgresql.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)),
    isLasting: true,
  })),
)
