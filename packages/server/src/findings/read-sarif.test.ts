import { expect, test } from 'vitest'
import { readSarif } from './read-sarif.ts'

const sarif = (rules: readonly unknown[], results: readonly unknown[], name = 'Scanner'): object => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name, rules } }, results }],
})

/** An object that counts how often one of its fields is read. */
const watched = (fields: object, field: string, told: () => void): object =>
  Object.defineProperty({ ...fields }, field, {
    enumerable: true,
    get: () => {
      told()
      return Reflect.get(fields, field)
    },
  })

test('each rule is looked at as often, however many results there are', () => {
  const looksFor = (results: number): number => {
    let looks = 0
    const rules = Array.from({ length: 300 }, () => watched({ id: 'a' }, 'id', () => looks++))
    readSarif(sarif(rules, Array(results).fill({ ruleId: 'x' })))
    return looks
  }
  expect(looksFor(400)).toBe(looksFor(1))
})

test('of more than five hundred results the rest is counted, and what it says is not read', () => {
  let read = 0
  const result = watched({ message: { text: 'No' } }, 'message', () => read++)
  readSarif(sarif([], [result]))
  const once = read
  read = 0
  const came = readSarif(sarif([], [...Array(2000).fill(result), { kind: 'pass' }]))
  expect([came?.found.length, came?.left, read]).toEqual([500, 1500, 500 * once])
})

test('what is wrong is refused at the first, and what is too much before it is looked at', () => {
  let read = 0
  const wrong = watched({ ruleId: 7 }, 'ruleId', () => read++)
  expect(readSarif(sarif([], [wrong]))).toBeNull()
  const once = read
  read = 0
  expect(readSarif(sarif([], Array(20_000).fill(wrong)))).toBeNull()
  expect(read).toBe(once)
  expect(readSarif(sarif([], Array(25_001).fill(wrong)))).toBeNull()
  expect(readSarif(sarif(Array(25_001).fill({ id: 'a' }), []))).toBeNull()
  for (const [list, each] of Object.entries({ locations: 0, suppressions: 0, fingerprints: 'x' }))
    expect([list, readSarif(sarif([], [{ [list]: Array(101).fill(each) }]))]).toEqual([list, null])
  const fingerprints = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`mark-${at}`, 'x']))
  expect(readSarif(sarif([], [{ fingerprints }]))).toBeNull()
  expect(read).toBe(once)
})

test('texts are cut between two characters, without what no database keeps; what is long once is not kept with each', () => {
  const long = '\u{1f600}'.repeat(5000)
  const [text, uri] = [`\0${long}\ud800`, `${'x'.repeat(399)}\u{1f600}`]
  const locations = [{ physicalLocation: { artifactLocation: { uri } } }]
  const read = readSarif(sarif([{ id: long, name: 'a\0b' }], [{ ruleId: long, message: { text }, locations }], long))
  const [found] = read?.found ?? []
  expect(found).toMatchObject({ title: 'ab', about: uri })
  expect([...(found?.text ?? '')]).toHaveLength(4000)
  expect(found?.text).not.toMatch(/\0|\p{Surrogate}/u)
  const shared = readSarif(sarif([{ id: long }], [{ ruleIndex: 0 }], long))
  expect(shared?.found[0]?.sameBy.length).toBeLessThan(2000)
})
