import { type EntitySql, readOf, type SqlTransaction, writeOf } from '@charter/sql/store'
import { expect, test } from './harness.ts'
import { bind, insertPatient } from './rows.ts'
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
  test('statements are done in the order they are said, whoever waits for which', async () => {
    const patient = of('Patient')
    const [named, count] = naming(patient)
    const seen = await write(async (transaction) => {
      await insertPatient(transaction, patient, { tenantId: 'in order', name: 'first', ward: 'w', email: null })
      await transaction.later(named, ['second', 'first'])
      await transaction.later(named, ['third', 'second'])
      const asked = [transaction.all(count, ['third']), transaction.run(named, ['fourth', 'third'])] as const
      await transaction.later(named, ['fifth', 'fourth'])
      return Promise.all([...asked, transaction.all(count, ['fifth'])])
    })
    expect(seen.map((each) => ('changes' in each ? each.changes : Number(each[0]?.[0])))).toEqual([1, 1, 1])
    expect(Number((await database().all(count, ['fifth']))[0]?.[0])).toBe(1)
  })

  test('a statement nobody waits for that fails is the end of its transaction', async () => {
    const patient = of('Patient')
    const [, count] = naming(patient)
    const values = { tenantId: 'later', name: 'not kept', ward: 'w', email: 'later@example.org' }
    const { sql = '', fields = [] } = patient.insert ?? {}
    const twice = (asked: (transaction: SqlTransaction) => Promise<unknown>) =>
      write(async (transaction) => {
        await insertPatient(transaction, patient, values)
        const again = fields.map((field) => bind(patient, field, values))
        await transaction.later(writeOf('INSERT', { text: sql, table: patient.table }), again)
        await asked(transaction)
      })
    const refused = { problem: { code: 'conflict' } }
    await expect(twice(async () => {})).rejects.toMatchObject(refused)
    await expect(twice((transaction) => transaction.all(count, ['anything']))).rejects.toMatchObject(refused)
    expect(Number((await database().all(count, ['not kept']))[0]?.[0])).toBe(0)
  })
}

/** Gives patients of one name another; counts those of a name. */
const naming = ({ table, columns, from }: EntitySql) => {
  const name = columns.name?.select ?? ''
  return [
    writeOf('UPDATE', { text: `UPDATE ${table} SET "name" = ? WHERE "name" = ?`, table }),
    readOf(`SELECT count(*) FROM ${from} WHERE ${name} = ?`, table),
  ] as const
}
