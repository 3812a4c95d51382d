import { readOf, type SqlTransaction } from '@charter/sql/store'
import { expect, test } from './harness.ts'
import { insertPatient } from './rows.ts'
import type { Suite } from './suite.ts'

/** All or nothing, as if one at a time. */
export const transactionConformance = ({ database, write, of }: Suite): void => {
  test('a transaction that fails leaves nothing, and transactions do not mix', async () => {
    const patient = of('Patient')
    const add = (transaction: SqlTransaction, name: string) =>
      insertPatient(transaction, patient, { tenantId: 'z', name, ward: 'w', email: null })
    const count = async (on: Pick<SqlTransaction, 'all'>) =>
      Number((await on.all(readOf(`SELECT count(*) FROM ${patient.from} WHERE ${patient.tenancy}`), ['z']))[0]?.[0])
    const failing = write(async (transaction) => {
      await add(transaction, 'gone')
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await count(database())).toBe(0)
    const seen = await Promise.all(
      Array.from({ length: 10 }, () =>
        database().transaction(
          async (transaction) => {
            const before = await count(transaction)
            await new Promise((resolve) => setImmediate(resolve))
            await add(transaction, `number ${before}`)
            return before
          },
          { isRepeatable: true },
        ),
      ),
    )
    expect(seen.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('a statement that failed is the end of its transaction, whatever the work makes of it', async () => {
    const patient = of('Patient')
    const add = (transaction: SqlTransaction) =>
      insertPatient(transaction, patient, {
        tenantId: 'swallowed',
        name: 'twice',
        ward: 'w',
        email: 'twice@example.org',
      })
    const refused = { problem: { code: 'conflict' } }
    const said: unknown[] = []
    const swallowed = write(async (transaction) => {
      await add(transaction)
      for (let time = 0; time < 2; time++) await add(transaction).catch((error: unknown) => said.push(error))
      return 'done'
    })
    await expect(swallowed).rejects.toMatchObject(refused)
    expect(said).toMatchObject([refused, refused])
    const left = await database().all(readOf(`SELECT 1 FROM ${patient.from} WHERE ${patient.tenancy}`), ['swallowed'])
    expect(left).toEqual([])
  })
}
