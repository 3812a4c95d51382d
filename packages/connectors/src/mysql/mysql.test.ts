import * as vitest from 'vitest'
import { connectorConformance } from '../conformance/connector-conformance.ts'
import { under } from '../conformance/harness.ts'
import { mysql } from './index.ts'
import { near, noMysql } from './testing.ts'

if (near === null) vitest.test("MySQL keeps the Connector's promises", ({ skip }) => skip(noMysql))
else
  under(vitest, () =>
    connectorConformance(mysql, async () => ({ ...(await mysql.makeTemporary(near)), isLasting: true })),
  )
