import { expect, test } from 'vitest'
import { pageDoor } from './page-door.ts'

const key = new Uint8Array(32).fill(7)
const secretOf = (address: string): string => new URL(address).searchParams.get('secret') ?? ''

test('the page opens once for the secret of its address, and for no other', () => {
  const door = pageDoor(key, () => 0)
  const secret = secretOf(door.address('http://127.0.0.1:8080'))
  for (const other of ['', 'x', secret.slice(1), `${secret}a`, secret.toLowerCase()])
    expect(door.enter(other)).toBeNull()
  expect(door.isOpen(door.enter(secret) ?? '')).toBe(true)
  expect(door.enter(secret)).toBeNull()
  expect(secretOf(door.address('http://127.0.0.1:8080'))).not.toBe(secret)
})

test('it stays open for twelve hours, also when the service starts again, and under no other key', () => {
  let nowMs = 0
  const door = pageDoor(key, () => nowMs)
  const seal = door.enter(secretOf(door.address('http://127.0.0.1:8080'))) ?? ''
  expect(pageDoor(key, () => nowMs).isOpen(seal)).toBe(true)
  expect(pageDoor(new Uint8Array(32).fill(8), () => nowMs).isOpen(seal)).toBe(false)
  expect(door.isOpen(seal.replace(/^\d+/, '99999999999'))).toBe(false)
  expect(door.isOpen(undefined)).toBe(false)
  nowMs = 12 * 3_600_000
  expect(door.isOpen(seal)).toBe(false)
})
