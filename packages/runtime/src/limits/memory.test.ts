import { expect, test } from 'vitest'
import { memoryOf } from './memory.ts'

const kept = (memory: ReturnType<typeof memoryOf<number>>, texts: string) =>
  texts
    .split(' ')
    .filter((text) => memory.get(text) !== undefined)
    .join(' ')

test('what is least recently used goes where there are too many', () => {
  const memory = memoryOf<number>({ most: 2, room: 100 })
  memory.keep('a', 1)
  memory.keep('b', 2)
  expect(memory.get('a')).toBe(1)
  memory.keep('c', 3)
  expect(kept(memory, 'a b c')).toBe('a c')
})

test('what is kept takes no more room than there is, and what takes more alone is not kept', () => {
  const gone: number[] = []
  const memory = memoryOf<number>({ most: 10, room: 10, onDrop: (made) => gone.push(made) })
  memory.keep('aaaa', 1)
  memory.keep('bbbb', 2)
  memory.grow('bbbb', 3)
  expect([kept(memory, 'aaaa bbbb'), memory.size, gone]).toEqual(['bbbb', 7, [1]])
  memory.keep('cc', 3)
  memory.grow('bbbb', 4)
  expect([kept(memory, 'aaaa bbbb cc'), memory.size, gone]).toEqual(['cc', 2, [1, 2]])
  expect(memory.keep('x'.repeat(11), 4)).toBe(4)
  expect([kept(memory, 'cc'), memory.size, gone]).toEqual(['cc', 2, [1, 2]])
})

test('what is kept anew or forgotten takes its room once', () => {
  const memory = memoryOf<number>({ most: 10, room: 10 })
  memory.keep('aaaa', 1)
  memory.keep('aaaa', 2)
  expect([memory.get('aaaa'), memory.size]).toEqual([2, 4])
  memory.forget('aaaa')
  memory.forget('aaaa')
  memory.grow('aaaa', 9)
  expect([memory.get('aaaa'), memory.size]).toEqual([undefined, 0])
})
