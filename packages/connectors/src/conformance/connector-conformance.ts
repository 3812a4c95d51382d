import { parseCharter, toModel } from '@charter/charter'
import type { OpenSqlSource, SqlConnector } from '@charter/sql'
import { readOf } from '@charter/sql/store'
import { conformanceCharter } from './conformance-charter.ts'
import { rules } from './conformance-rules.ts'
import { afterAll, beforeAll, type Context, describe, expect, test } from './harness.ts'
import { ownQueue, queueConformance } from './queue-conformance.ts'
import { referencesConformance } from './references-conformance.ts'
import { rowsConformance } from './rows-conformance.ts'
import { rulesConformance } from './rules-conformance.ts'
import type { ConformanceSource } from './source.ts'
import { stateConformance } from './state-conformance.ts'
import { storeConformance } from './store-conformance.ts'
import type { Suite } from './suite.ts'
import { transactionConformance } from './transaction-conformance.ts'
import { valuesConformance } from './values-conformance.ts'

/**
 * What every connector owes the runtime, run against a real database of its kind: exact values, order, filters, rules,
 * relations, transactions, problems, state. A new database calls it in its own test file.
 */
export const connectorConformance = (connector: SqlConnector, makeSource: () => Promise<ConformanceSource>): void => {
  const { charter: parsed, diagnostics } = parseCharter({ 'charter.yaml': conformanceCharter(connector.name) })
  if (!parsed) throw new Error(`The conformance charter does not parse: ${JSON.stringify(diagnostics)}`)
  const charter = parsed
  const model = toModel(charter, rules)
  const sql = connector.render(charter, model)
  const schema = connector.createSchema(charter)
  const options = { isReadOnly: false, schema, statementTimeoutMs: 2000 }

  describe(`${connector.title} keeps the Connector's promises`, () => {
    let source: ConformanceSource
    let opened: OpenSqlSource
    beforeAll(async () => {
      source = await makeSource()
      opened = await connector.open(source.url, options)
    })
    afterAll(async () => {
      await opened.close()
      await source.remove()
    })
    const suite: Suite = {
      model,
      database: () => opened.database,
      write: (work) => opened.database.transaction(work),
      of: (name) => {
        const found = sql.find((each) => each.entity === name)
        if (!found) throw new Error(`Nothing was rendered for ${name}.`)
        return found
      },
    }

    test('the charter of the suite is one it can hold', () => {
      expect(connector.check(charter)).toEqual([])
    })

    valuesConformance(suite)
    rowsConformance(suite)
    referencesConformance(suite)
    transactionConformance(suite)
    storeConformance(() => opened.store(model, sql))
    stateConformance(() => opened)
    queueConformance(() => ownQueue(opened))
    rulesConformance(connector, makeSource)

    test('what was written is there after reopening, and another schema is refused', async (context: Context) => {
      if (!source.isLasting) return context.skip('this source does not outlive its connection')
      await opened.close()
      await expect(
        connector.open(source.url, { ...options, schema: [...schema, 'CREATE TABLE other (id INTEGER)'] }),
      ).rejects.toMatchObject({ problem: { code: 'unavailable' } })
      opened = await connector.open(source.url, options)
      expect((await opened.database.all(readOf(`SELECT 1 FROM ${suite.of('Room').from}`), [])).length).toBe(2)
    })
  })
}
