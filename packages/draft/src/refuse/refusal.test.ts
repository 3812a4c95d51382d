import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { clinicWords } from '../clinic-words.ts'
import { refusalOf } from './refusal.ts'

const texts = <T>(name: string): T => parse(readFileSync(new URL(`testing/${name}.yaml`, import.meta.url), 'utf8')) as T

/** What a refusal says of each kind; of any other, its heading is the language that is named. */
const sayings: Readonly<Record<string, string>> = {
  nonsense: 'make no sense',
  chatter: 'describes nothing',
  question: 'question',
  'small talk': 'chat',
  code: 'code or a log',
  injection: 'gives orders to the tool',
  nothing: 'says nothing',
}

const refused = ['refused', 'refused-later']
  .flatMap((name) => Object.entries(texts<Record<string, readonly string[]>>(name)))
  .flatMap(([kind, all]) => all.map((words) => ({ kind, words })))
const described = ['described', 'described-later'].flatMap((name) => texts<readonly string[]>(name))

describe('words of which no API can be made', () => {
  test.each(refused)('$kind: $words', ({ kind, words }) => {
    expect(refusalOf(words)).toEqual({
      refuse: true,
      why: expect.stringContaining(sayings[kind] ?? `reads as ${kind};`),
      instead: expect.stringContaining('For example'),
    })
  })
})

describe('whoever describes something is never refused', () => {
  test.each(described)('%s', (words) => {
    expect(refusalOf(words)).toBeNull()
  })

  test('what npm start begins with', () => expect(refusalOf(clinicWords)).toBeNull())

  test('the example of the refusal itself', () => {
    const [, example] = /"(.+)"/.exec(refusalOf('')?.instead ?? '') ?? []
    expect(refusalOf(String(example))).toBeNull()
  })
})

test('what is longer than 50 pages is refused with its length, before it is read', () => {
  const words = 'A library has books. '.repeat(7200)
  expect(refusalOf(words)?.why).toBe('These are 151200 characters; up to 150000 (50 pages) are read.')
  expect(refusalOf(words.slice(0, 150_000))).toBeNull()
})
