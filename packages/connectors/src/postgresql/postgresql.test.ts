import { connectorConformance } from '../conformance/connector-conformance.ts'
import { postgresql } from './index.ts'

connectorConformance(postgresql, async () => ({
  ...(await postgresql.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)),
  isLasting: true,
}))
