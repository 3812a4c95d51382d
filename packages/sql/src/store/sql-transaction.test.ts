import { expect, test } from 'vitest'
import { sqlTransaction } from './sql-transaction.ts'

test('a transaction of another kind of store is refused before anything is said to it', () => {
  expect(() => sqlTransaction({ mark: async () => 'one' })).toThrow('in no SQL database')
})
