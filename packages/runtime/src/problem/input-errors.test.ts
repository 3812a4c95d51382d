import { expect, test } from 'vitest'
import { parseJson } from '../values/parse-json.ts'
import { readValue } from '../values/read.ts'
import { readingAt } from '../values/read-context.ts'
import { errorsMax, InputErrors } from './input-errors.ts'
import { problem } from './problem.ts'

const long = 'A'.repeat(100_000)

test('twenty errors of a request are told, and that there are more', () => {
  const found = new InputErrors()
  for (let at = 0; at < 1000; at++) found.push({ path: `/${at}`, code: 'unknown', message: 'What is this?' })
  const { errors, detail } = problem('invalid-input', { errors: found })
  expect(errors).toHaveLength(errorsMax)
  expect(detail).toBe('Some values are not valid. There are more errors than these 20: mend them and send it again.')
  expect(problem('invalid-input', { errors: [...(errors ?? [])] }).detail).toBe('Some values are not valid.')
})

test('of more errors than are told those that were found first are, sorted', () => {
  const found = new InputErrors()
  for (let at = 0; at < 30; at++) found.push({ path: `/${99 - at}`, code: 'unknown', message: 'What is this?' })
  const paths = problem('invalid-input', { errors: found }).errors?.map(({ path }) => path)
  expect(paths).toEqual(Array.from({ length: errorsMax }, (_, at) => `/${80 + at}`))
})

test('a body that is nothing but errors is not read to its end, and long names are cut in what is told of it', () => {
  const parsed = parseJson(`{"${long}":{${'"a":1,'.repeat(20_000)}"a":1}}`)
  const errors = 'errors' in parsed ? parsed.errors : []
  expect(errors).toHaveLength(errorsMax + 1)
  expect(JSON.stringify(errors).length).toBeLessThan(10_000)
  expect(errors[0]?.path).toMatch(/^\/A{127}…\/a$/)
  // What comes behind is not looked at.
  expect(parseJson(`{${'"a":1,'.repeat(30)}`)).toEqual({ errors: expect.arrayContaining([expect.anything()]) })
})

test('values that are nothing but errors are counted, and hold no more than is told', () => {
  const reading = readingAt('2026-01-01T00:00:00Z')
  const given = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${long.slice(0, 2000)}${at}`, 1]))
  readValue({ kind: 'record', members: [] }, given, '', reading)
  expect(reading.errors.length).toBe(5000)
  expect([...reading.errors]).toHaveLength(errorsMax + 1)
  expect(JSON.stringify([...reading.errors]).length).toBeLessThan(30_000)
})

test('a sentence with a name that a client made up is cut where it is told', () => {
  expect(problem('not-found', { detail: `There is no "${long}".` }).detail).toHaveLength(2000)
})
