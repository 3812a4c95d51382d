import { expect, test } from 'vitest'
import { moveRow, type RowMove } from './move.ts'

test('a move that the model knows as internal is not named, whichever object says it', async () => {
  const move = { field: 'status', from: ['placed'], to: 'expired' }
  const model = { operations: [], internal: [{ name: 'expireOrder', entity: 'Order', move }] }
  const made = {
    store: { model },
    reader: { unit: { model: { name: 'Order' } }, principal: { roles: [] } },
    operation: { name: 'expireOrder', entity: 'Order', move },
    move,
    stored: { status: 'paid' },
    // Only what is looked at before a row is written is there.
  } as unknown as RowMove
  await expect(moveRow(made)).rejects.toThrow(
    'This Order is `paid`; the service moves it to `expired` from `placed` alone. There is no move from there that you may make.',
  )
})
