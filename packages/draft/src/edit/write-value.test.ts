import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Value } from './flow-text.ts'
import { writeValue } from './write-value.ts'

const text = `allow:
  agent: # who sells
    - { do: [read, list] }
    - do: [update]
      when: resource.open # still
      reveal: [risk]
  fraud:
    - { do: [read],   reveal: [risk] } # two lines
    - { do: [list] }
roles:
  - agent
  # may look
  - fraud
values: [a,
  b, c]
`

const lines = (path: readonly string[], value: Value) => {
  const after = writeValue(text, path, value)
  expect(path.reduce((node, key) => node[key], parse(after))).toEqual(value)
  const [was, is] = [text.split('\n'), after.split('\n')]
  return {
    gone: was.filter((line) => !is.includes(line)).map((line) => line.trim()),
    come: is.filter((line) => !was.includes(line)).map((line) => line.trim()),
  }
}

describe('of a list or a map over several lines only those change that say something else', () => {
  test('nothing where nothing is another', () =>
    expect(lines(['allow', 'fraud'], [{ do: ['read'], reveal: ['risk'] }, { do: ['list'] }])).toEqual({
      gone: [],
      come: [],
    }))
  test('one member of one item', () =>
    expect(
      lines(
        ['allow', 'agent'],
        [{ do: ['read', 'list'] }, { do: ['update', 'delete'], when: 'resource.open', reveal: ['risk'] }],
      ),
    ).toEqual({ gone: ['- do: [update]'], come: ['- do: [update, delete]'] }))
  test('a member that is new, and one that is gone', () =>
    expect(
      lines(
        ['allow', 'agent'],
        [
          { do: ['read', 'list'], reveal: ['risk'] },
          { do: ['update'], reveal: ['risk'] },
        ],
      ),
    ).toEqual({
      gone: ['- { do: [read, list] }', 'when: resource.open # still'],
      come: ['- { do: [read, list], reveal: [risk] }'],
    }))
  test('the first member of an item', () =>
    expect(lines(['allow', 'agent', '1'], { when: 'resource.open', reveal: ['risk'] })).toEqual({
      gone: ['- do: [update]', 'when: resource.open # still'],
      come: ['- when: resource.open # still'],
    }))
  test('an item more', () =>
    expect(lines(['roles'], ['agent', 'fraud', 'clerk'])).toEqual({ gone: [], come: ['- clerk'] }))
  test('an item less', () => expect(lines(['roles'], ['fraud'])).toEqual({ gone: ['- agent'], come: [] }))
  test('in brackets', () => {
    expect(lines(['values'], ['a', 'b', 'c', 'd'])).toEqual({ gone: ['b, c]'], come: ['b, c, d]'] })
    expect(lines(['values'], ['a', 'c'])).toEqual({ gone: ['values: [a,', 'b, c]'], come: ['values: [a, c]'] })
  })
})
