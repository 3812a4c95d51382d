import { expect, test } from 'vitest'
import type { State } from '../store/state.ts'
import type { Keyring } from './keyring.ts'
import { protectionOf } from './protection.ts'

test('a token that the vault has lost makes its value unavailable, which is no bug', async () => {
  const protection = protectionOf({} as Keyring, { findTokens: async () => [] } as unknown as State)
  const place = { tenant: null, entity: 'Patient', field: 'ssn', key: '{"id":"p1"}' }
  await expect(protection.open([{ kind: 'tokenize', text: 'tok_x', place }], null)).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
})
