import { expect, test } from 'vitest'
import { serverSession } from './server-session.ts'

const recorded = (isFree: boolean) => {
  const said: string[] = []
  const session = serverSession({
    on: { all: async () => [], run: async () => 0 },
    takeLock: async () => {
      said.push('take')
      return isFree
    },
    giveLock: async () => {
      said.push('give')
      throw new Error('the session was ended')
    },
    isContention: () => false,
    begin: async () => {},
    settings: [],
    isOurs: async () => false,
    constraints: async () => [],
    close: async () => void said.push('close'),
  })
  return { said, session }
}

test('a lock is given back before the session is closed, and closes it where it cannot be', async () => {
  const { said, session } = recorded(true)
  await session.lock()
  await session.close()
  expect(said).toEqual(['take', 'give', 'close'])
})

test('what another has is not given back', async () => {
  const { said, session } = recorded(false)
  await expect(session.lock()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  await session.close()
  expect(said).toEqual(['take', 'close'])
})
