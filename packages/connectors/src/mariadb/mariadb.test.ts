import { connectorConformance } from '../conformance/connector-conformance.ts'
import { mariadb } from './index.ts'

connectorConformance(mariadb, async () => ({
  ...(await mariadb.makeTemporary(process.env.CHARTER_TEST_MARIADB ?? null)),
  isLasting: true,
}))
