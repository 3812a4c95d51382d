import * as vitest from 'vitest'
import { connectorConformance } from '../conformance/connector-conformance.ts'
import { under } from '../conformance/harness.ts'
import { mariadb } from './index.ts'

under(vitest, () =>
  connectorConformance(mariadb, async () => ({
    ...(await mariadb.makeTemporary(process.env.CHARTER_TEST_MARIADB ?? null)),
    isLasting: true,
  })),
)
