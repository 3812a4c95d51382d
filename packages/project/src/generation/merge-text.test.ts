import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictsIn, mergeText } from './merge-text.ts'

const lines = (...all: readonly string[]): string => all.join('\n')
const base = lines('one', 'two', 'three', 'four')

describe('lines that one side changed', () => {
  test.each([
    [
      'far apart',
      lines('ONE', 'two', 'three', 'four'),
      lines('one', 'two', 'three', 'FOUR'),
      lines('ONE', 'two', 'three', 'FOUR'),
    ],
    [
      'neighbours',
      lines('one', 'TWO', 'three', 'four'),
      lines('one', 'two', 'THREE', 'four'),
      lines('one', 'TWO', 'THREE', 'four'),
    ],
    [
      'one goes, its neighbour changes',
      lines('one', 'three', 'four'),
      lines('one', 'two', 'THREE', 'four'),
      lines('one', 'THREE', 'four'),
    ],
    [
      'one comes before one that changes',
      lines('one', 'new', 'two', 'three', 'four'),
      lines('one', 'TWO', 'three', 'four'),
      lines('one', 'new', 'TWO', 'three', 'four'),
    ],
    [
      'both change it to the same',
      lines('one', '2', 'three', 'four'),
      lines('one', '2', 'three', 'four'),
      lines('one', '2', 'three', 'four'),
    ],
  ])('are taken: %s', (_name, mine, theirs, text) => {
    expect(mergeText({ base, mine, theirs })).toEqual({ text, conflicts: [] })
  })
})

test('imports that both sides add at one place are both taken', () => {
  const [a, b] = ["import { a } from './a.ts'", "import { b } from './b.ts'"]
  expect(mergeText({ base: lines('', 'x'), mine: lines(a, '', 'x'), theirs: lines(b, '', 'x') })).toEqual({
    text: lines(a, b, '', 'x'),
    conflicts: [],
  })
})

test('list members that both sides add at one place are both taken, the person’s first', () => {
  const list = (...members: readonly string[]) => lines('[', ...members, ']')
  expect(
    mergeText({ base: list('  one,'), mine: list('  one,', '  mine,'), theirs: list('  one,', '  theirs,') }),
  ).toEqual({
    text: list('  one,', '  mine,', '  theirs,'),
    conflicts: [],
  })
})

describe('lines that both sides changed', () => {
  const [mine, theirs] = [lines('one', 'mine', 'three', 'four'), lines('one', 'theirs', 'three', 'four')]

  test('stand both, marked, and are found again', () => {
    const merged = mergeText({ base, mine, theirs })
    expect(merged).toEqual({
      text: lines('one', '<<<<<<< yours', 'mine', '=======', 'theirs', '>>>>>>> charter', 'three', 'four'),
      conflicts: [2],
    })
    expect(conflictsIn(merged.text)).toEqual([2, 6])
    expect(conflictsIn(mine)).toEqual([])
  })

  test('are the machine’s where it says so, and told', () => {
    expect(mergeText({ base, mine, theirs }, 'theirs')).toEqual({ text: theirs, conflicts: [2] })
  })

  test('statements that both add at one place are one: which comes first matters', () => {
    expect(mergeText({ base: 'a', mine: 'a\nmine()', theirs: 'a\ntheirs()' }).conflicts).toEqual([2])
  })
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 12 }).map((all) => all.join('\n'))

test('whatever the texts: one side alone is taken whole, and who merges twice has merged once', () => {
  fc.assert(
    fc.property(text, text, text, (given, mine, theirs) => {
      expect(mergeText({ base: given, mine, theirs: given })).toEqual({ text: mine, conflicts: [] })
      expect(mergeText({ base: given, mine: given, theirs })).toEqual({ text: theirs, conflicts: [] })
      expect(mergeText({ base: given, mine, theirs: mine })).toEqual({ text: mine, conflicts: [] })
      const merged = mergeText({ base: given, mine, theirs })
      if (merged.conflicts.length === 0)
        expect(mergeText({ base: theirs, mine: merged.text, theirs })).toEqual({ text: merged.text, conflicts: [] })
    }),
  )
})

test('no line that a person added is lost, whatever the generator changed', () => {
  fc.assert(
    fc.property(text, text, fc.nat(12), (given, theirs, place) => {
      const all = given.split('\n')
      const mine = [...all.slice(0, place), 'MINE', ...all.slice(place)].join('\n')
      expect(mergeText({ base: given, mine, theirs }).text.split('\n')).toContain('MINE')
    }),
  )
})
