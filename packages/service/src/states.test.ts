import type { JsonObject, Outcome, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk, packer, guest, boss] }
entities:
  Customer:
    key: id
    fields: { id: { type: text, length: 1..20 }, isGood: { type: boolean } }
    allow: { clerk: { do: [create, read] } }
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      note: { type: text, length: 0..40, default: '' }
      secret: { type: text, length: 0..20, default: '', reveal: inner }
      paidAt: { type: instant, optional: true, readOnly: true }
      status:
        type: enum
        values: [placed, paid, packed, cancelled]
        states:
          moves:
            pay: { from: placed, to: paid, when: resource.customer.isGood, message: This customer does not pay. }
            pack: { from: paid, to: packed, when: resource.note != "later" }
            cancel: { from: [placed, paid], to: cancelled }
            reopen: { from: cancelled, to: placed }
    relations: { customer: { one: Customer } }
    checks:
      packed with a note: 'status != "packed" or note != ""'
      packed in the open: 'status != "packed" or secret != "kept back"'
    allow:
      clerk: { do: [create, read, list, update, audit, pay, cancel, reopen] }
      packer: [{ do: [read, pack] }, { do: [cancel], when: resource.note == "mine" }]
      guest: { do: [read] }
      boss: { do: [create, read, pay, pack], reveal: [inner] }
operations:
  pay: { rights: service, entity: Order, input: { at: { type: instant } }, result: Order, errors: [refused] }
`
const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const clerk = someone('clerk')
const packer = someone('packer')

const detailOf = (outcome: Outcome): string | undefined =>
  outcome.kind === 'problem' ? outcome.problem.detail : undefined

describe.each(databases)('states on %s', (database) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open({
      text: text(database),
      operations: {
        pay: async ({ value, row }, { rows, fail, principal }) => {
          if (row?.note === 'fails') fail('refused')
          if (row?.note === 'tries') await rows.update('Order', { id: row.id ?? '' }, { status: 'packed' })
          if (row?.note === 'makes') await rows.create('Order', { customerId: 'good', status: 'packed' })
          expect([row?.status, ['clerk', 'boss'].includes(principal.id)]).toEqual(['paid', true])
          return rows.update('Order', { id: row?.id ?? '' }, { paidAt: value.at ?? null })
        },
      },
    })
    for (const [id, isGood] of [
      ['good', true],
      ['bad', false],
    ])
      bodyOf(
        await opened.service.execute(
          call('Customer.create', clerk, { value: { id: id as string, isGood: isGood as boolean } }),
        ),
      )
  })
  afterAll(() => opened.close())

  const run = (action: string, input: object = {}, as: Principal = clerk) =>
    opened.service.execute(call(`Order.${action}`, as, input))
  const made = async (value: JsonObject = {}): Promise<{ readonly id: string }> => ({
    id: String(bodyOf(await run('create', { value: { customerId: 'good', ...value } })).id),
  })
  const move = (name: string, key: JsonObject, as = clerk) =>
    opened.service.execute(call(name, as, { key, ...(name === 'pay' && { value: { at: '2026-01-01T00:00:00Z' } }) }))

  test('a new row is in the initial state, and writes that say another are refused', async () => {
    const key = await made()
    expect(bodyOf(await run('read', { key }))).toMatchObject({ status: 'placed' })
    const refused = await Promise.all([
      run('create', { value: { customerId: 'good', status: 'placed' } }),
      run('update', { key, value: { status: 'paid' } }),
      run('replace', { key, value: { customerId: 'good', note: '', status: 'placed' } }),
    ])
    expect(refused).toMatchObject(
      refused.map(() => ({ problem: { code: 'invalid-input', errors: [{ path: '/status', code: 'not-writable' }] } })),
    )
  })

  test('a move leads to its state, before its body runs, and answers with the row', async () => {
    const key = await made({ note: 'now' })
    expect(bodyOf(await move('pay', key))).toMatchObject({ ...key, status: 'paid', paidAt: '2026-01-01T00:00:00Z' })
    expect(bodyOf(await move('pack', key, packer))).toMatchObject({ status: 'packed' })
  })

  test('a move from elsewhere is a conflict that names the state and the moves there are for this caller', async () => {
    const key = await made({ note: 'mine' })
    bodyOf(await move('pay', key))
    expect(codeOf(await move('pay', key))).toBe('conflict')
    expect(detailOf(await move('reopen', key))).toBe(
      'This Order is `paid`; `reopen` moves it from `cancelled` alone. From there you may: `cancel`.',
    )
    bodyOf(await move('cancel', key))
    expect(detailOf(await move('pack', key, packer))).toBe(
      'This Order is `cancelled`; `pack` moves it from `paid` alone. There is no move from there that you may make.',
    )
    const other = await made({ note: 'theirs' })
    expect(detailOf(await move('pack', other, packer))).toMatch(/There is no move from there that you may make\.$/)
    const own = await made({ note: 'mine' })
    expect(detailOf(await move('pack', own, packer))).toMatch(/From there you may: `cancel`\.$/)
  })

  test('who may not make the move is refused, whatever the state', async () => {
    const key = await made()
    expect(codeOf(await move('cancel', key, packer))).toBe('forbidden')
    expect(codeOf(await move('cancel', key, someone('guest')))).toBe('forbidden')
    expect(codeOf(await move('cancel', { id: '0190a000-0000-7000-8000-000000000000' }))).toBe('not-found')
  })

  test('what a move asks of its row, and of what that refers to, has to hold', async () => {
    const key = await made({ customerId: 'bad' })
    expect(await move('pay', key)).toMatchObject({
      problem: { code: 'conflict', detail: 'This customer does not pay.' },
    })
    const later = await made({ note: 'later' })
    bodyOf(await move('pay', later))
    expect(detailOf(await move('pack', later, packer))).toBe('What `pack` asks of this Order does not hold.')
    expect(bodyOf(await run('read', { key: later }))).toMatchObject({ status: 'paid' })
  })

  test('the charter’s checks hold of the row that a move leads to', async () => {
    const key = await made()
    bodyOf(await move('pay', key))
    expect(await move('pack', key, packer)).toMatchObject({
      problem: { code: 'invalid-input', errors: [{ code: 'check' }] },
    })
    expect(bodyOf(await run('read', { key }))).toMatchObject({ status: 'paid' })
  })

  test('a check over what the caller may not see holds of a move too, and nothing of it is told', async () => {
    const boss = someone('boss')
    const value = { customerId: 'good', note: 'now', secret: 'kept back' }
    const key = { id: String(bodyOf(await run('create', { value }, boss)).id) }
    bodyOf(await move('pay', key, boss))
    const refused = await move('pack', key, packer)
    expect(refused).toMatchObject({ problem: { code: 'conflict', detail: 'A rule of this Order would not hold.' } })
    expect(JSON.stringify(refused)).not.toContain('secret')
    expect(await move('pack', key, boss)).toMatchObject({
      problem: { code: 'invalid-input', errors: [{ code: 'check' }] },
    })
    expect(bodyOf(await run('read', { key }, boss))).toMatchObject({ status: 'paid' })
  })

  test('a credential is told of no move that its scopes are not enough for', async () => {
    const key = await made({ note: 'mine' })
    const scoped: Principal = { ...clerk, scopes: ['Order:read', 'reopen'] }
    expect(detailOf(await move('reopen', key, scoped))).toMatch(/There is no move from there that you may make\.$/)
    expect(detailOf(await move('reopen', key))).toMatch(/From there you may: `pay`, `cancel`\.$/)
  })

  test('a move is on record by the field that it changes, with a body or without', async () => {
    const key = await made({ note: 'now' })
    bodyOf(await move('pay', key))
    bodyOf(await move('cancel', key))
    const { items } = bodyOf(await run('audit', { key })) as { items: { operation: string; fields: string[] }[] }
    const fields = (name: string) => items.find(({ operation }) => operation === name)?.fields
    expect(fields('cancel')).toContain('status')
    expect(fields('pay')).toEqual(expect.arrayContaining(['status', 'at']))
  })

  test('a body that ends the call undoes its move, and cannot change the state by itself', async () => {
    const fails = await made({ note: 'fails' })
    expect(codeOf(await move('pay', fails))).toBe('operation-failed')
    expect(bodyOf(await run('read', { key: fails }))).toMatchObject({ status: 'placed' })
    for (const note of ['tries', 'makes'])
      expect(await move('pay', await made({ note }))).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/status', code: 'not-writable' }] },
      })
  })

  test('of 64 at once exactly one wins, and the others are told', async () => {
    const key = await made()
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => move('cancel', key)))
    expect(Map.groupBy(outcomes.map(codeOf), (code) => code).get('ok')).toHaveLength(1)
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['ok', 'conflict']))
    const trail = bodyOf(await run('read', { key }))
    expect(trail).toMatchObject({ status: 'cancelled' })
  })
})

test('of more than fifty moves from a state fifty are told', async () => {
  const moves = Array.from({ length: 60 }, (_, at) => `go${at}`)
  const opened = await open({
    text: `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      status:
        type: enum
        values: [placed, gone]
        states: { moves: { back: { from: gone, to: placed }, ${moves.map((name) => `${name}: { from: placed, to: gone }`).join(', ')} } }
    allow: { clerk: { do: [create, read, back, ${moves.join(', ')}] } }
`,
  })
  const { id } = bodyOf(await opened.service.execute(call('Order.create', clerk, { value: {} }))) as { id: string }
  const told = detailOf(await opened.service.execute(call('back', clerk, { key: { id } })))
  expect(told?.match(/`go\d+`/g)).toEqual(moves.slice(0, 50).map((name) => `\`${name}\``))
  await opened.close()
})
