import type { ProblemError } from '@charter/runtime'
import { expect, test } from 'vitest'
import { sqliteError } from './errors.ts'

const told = (message: string, errcode: number) => {
  const { code, errors, detail } = (sqliteError(Object.assign(new Error(message), { errcode })) as ProblemError).problem
  return { code, detail, errors: errors?.map(({ path, message: sentence }) => [path, sentence]) }
}

test('a rule or a column that SQLite names is told; SQL that it quotes is not', () => {
  expect(told('CHECK constraint failed: ends_after_start', 275)).toMatchObject({
    code: 'invalid-input',
    errors: [['', 'The rule ends_after_start of the database does not hold.']],
  })
  expect(told('cannot store TEXT value in INTEGER column t.b', 3091).errors).toEqual([
    ['/b', 'The database takes no such value here.'],
  ])
  for (const [message, errcode] of [
    ['CHECK constraint failed: length(a) < 5', 275],
    ['no more of secret-7', 1811],
  ] as const)
    expect(told(message, errcode)).toEqual({
      code: 'invalid-input',
      errors: undefined,
      detail: 'The database refuses one of the values, by a rule of its own that it does not name.',
    })
})
