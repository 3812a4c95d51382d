import type { Outcome, Principal, Selection } from '@charter/runtime'
import { expect, test } from 'vitest'
import { call, codeOf, open } from './testing/clinic.ts'

const text = `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [owner, reader, money] }
entities:
  Part:
    key: id
    fields: { id: { type: int32 }, f: { type: int32 }, price: { type: int32, optional: true, reveal: money } }
    relations: { whole: { one: Part, optional: true }, parts: { many: Part, inverse: whole } }
    allow:
      owner: { do: [create, read, list], reveal: [money] }
      reader: { do: [read, list] }
policies: |
  permit (principal in Role::"money", action == Action::"Part.reveal:money", resource is Part);
`
const owner: Principal = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' }

test('a request is answered alike whatever was asked before', async () => {
  const { service, close } = await open({ text })
  const ask = (operation: string, select: Selection, who = owner): Promise<Outcome> =>
    service.execute({ ...call(operation, who, operation === 'Part.read' ? { key: { id: 1 } } : {}), select })
  try {
    await service.execute(call('Part.create', owner, { value: { id: 1, f: 2, price: 5 } }))
    const right: readonly Selection[] = [
      {},
      { fields: [] },
      { fields: ['id', 'f'] },
      { fields: ['id'], include: { whole: {}, parts: {} } },
      { sort: [{ field: 'f', isDescending: true }] },
      { sort: [{ field: 'f' }, { field: 'id' }] },
    ]
    const wrong: readonly Selection[] = [
      { fields: ['*'] },
      { fields: [''] },
      { fields: ['id,f'] },
      { fields: ['id whole,parts'] },
      { sort: [{ field: '-f' }] },
      { sort: [{ field: 'f,id' }] },
    ]
    for (const operation of ['Part.list', 'Part.read']) {
      for (const select of right) expect([select, codeOf(await ask(operation, select))]).toEqual([select, 'ok'])
      const asked = operation === 'Part.read' ? wrong.filter(({ sort }) => !sort) : wrong
      for (const select of asked)
        expect([select, codeOf(await ask(operation, select))]).toEqual([select, 'invalid-input'])
    }
  } finally {
    await close()
  }
})

test('roles are themselves, however a token spells them', async () => {
  const { service, close } = await open({ text })
  try {
    await service.execute(call('Part.create', owner, { value: { id: 1, f: 2, price: 5 } }))
    const read = async (roles: readonly string[]) => {
      const who = { ...owner, roles }
      const outcome = await service.execute(call('Part.read', who, { key: { id: 1 } }))
      return (outcome as { readonly value?: { readonly price: unknown } }).value?.price
    }
    expect(await read(['money', 'other', 'reader'])).toBe(5)
    for (const role of ['money,other', 'money\0other']) expect(await read([role, 'reader'])).toBeNull()
  } finally {
    await close()
  }
})
