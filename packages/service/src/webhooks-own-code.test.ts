import type { OperationBody } from '@charter/runtime/service'
import { expect, test } from 'vitest'
import { bodyOf, call, open } from './testing/clinic.ts'
import { orderDesk } from './testing/order-desk.ts'
import { zoe } from './testing/webhook-desk.ts'

test('code of a person’s is offered its own internal operations, and none that tell webhooks', async () => {
  const text = `${orderDesk('sqlite').replace('  Note:\n    key: id\n', '  Note:\n    key: id\n    hooks: [before]\n')}
operations:
  look: { result: { type: array, items: text } }
  peek: { internal: true, result: { type: array, items: text } }
policies: permit(principal in Role::"chief", action == Action::"look", resource);
`
  const offered: Record<string, readonly string[]> = {}
  const noting =
    (where: string): OperationBody =>
    async (_, { operations }) => {
      offered[where] = Object.keys(operations)
      if (where === 'look') await (operations as unknown as Record<string, () => Promise<unknown>>).peek?.()
      return []
    }
  const opened = await open({
    text,
    operations: { look: noting('look'), peek: noting('peek') },
    hooks: {
      Note: {
        before: async (_, { operations }) => {
          offered.hook = Object.keys(operations)
          return undefined
        },
      },
    },
  })
  try {
    bodyOf(await opened.service.execute(call('look', zoe)))
    await opened.service.execute(
      call('Note.create', { ...zoe, roles: ['clerk'] }, { value: { text: 'somebody writes' } }),
    )
    expect(offered).toEqual({ look: ['peek'], peek: ['peek'], hook: ['peek'] })
  } finally {
    await opened.close()
  }
})
