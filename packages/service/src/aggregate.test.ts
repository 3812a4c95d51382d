import type { Aggregates, Json, Outcome, Selection } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, clinician, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
limits: { aggregateRowsMax: 12, pageSizeMax: 50 }
access: { roles: [clinician, clerk], principal: { ward: { type: text, claim: ward, required: true } } }
entities:
  Sale:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: { type: text, length: 1..40 }
      amount: { type: decimal, precision: 12, scale: 2, optional: true }
      units: { type: int32 }
      serial: { type: int64 }
      ratio: { type: float64 }
      soldOn: { type: date }
      at: { type: instant }
      state: { type: enum, values: [open, closed] }
      card: { type: text, length: 4..19, class: pii, reveal: payment, mask: { last: 4 } }
    allow:
      clinician: { do: [create, list, read], when: resource.ward == principal.ward, reveal: [payment] }
      clerk: { do: [list] }
`
const sale = (at: number, more: Record<string, Json> = {}) => ({
  ward: at % 4 === 3 ? 'south' : 'north',
  amount: at === 2 ? null : `${at}.10`,
  units: at,
  serial: String(9_007_199_254_740_993n + BigInt(at)),
  ratio: at / 4,
  soldOn: `2026-01-0${at + 1}`,
  at: `2026-01-01T00:00:0${at}.000001Z`,
  state: at % 2 ? 'closed' : 'open',
  card: '4111111111111111',
  ...more,
})

describe.each(databases)('aggregates on %s', (database) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    for (let at = 0; at < 8; at++)
      await opened.service.execute(
        call(
          'Sale.create',
          { ...clinician, attributes: { ward: at % 4 === 3 ? 'south' : 'north' } },
          { value: sale(at) },
        ),
      )
  })
  afterAll(() => opened.close())

  const ask = (select: Selection, who = clinician): Promise<Outcome> =>
    opened.service.execute({ ...call('Sale.aggregate', who), select })
  const given = (outcome: Outcome): Aggregates => {
    if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
    return outcome.value as unknown as Aggregates
  }

  test('are of the rows that may be listed, exact to the digit', async () => {
    const every = ['amount', 'units', 'serial', 'ratio'] as const
    const asked = await ask({
      aggregate: {
        sum: every,
        average: every,
        min: [...every, 'soldOn', 'at', 'ward'],
        max: [...every, 'soldOn', 'at'],
      },
    })
    expect(given(asked)).toEqual({
      groups: [
        {
          key: {},
          count: 6,
          sum: { amount: '16.50', units: '18', serial: '54043195528445976', ratio: 4.5 },
          average: { amount: '3.30000000', units: '3.000000', serial: '9007199254740996.000000', ratio: 0.75 },
          min: {
            amount: '0.10',
            units: 0,
            serial: '9007199254740993',
            ratio: 0,
            soldOn: '2026-01-01',
            at: '2026-01-01T00:00:00.000001Z',
            ward: 'north',
          },
          max: {
            amount: '6.10',
            units: 6,
            serial: '9007199254740999',
            ratio: 1.5,
            soldOn: '2026-01-07',
            at: '2026-01-01T00:00:06.000001Z',
          },
        },
      ],
      isComplete: true,
    })
  })

  test('come by group, in the order of the groups, filtered, and no more than a page of them', async () => {
    const open_ = {
      kind: 'compare',
      op: 'lt',
      left: { kind: 'field', path: ['units'] },
      right: { kind: 'value', value: 6, type: { kind: 'int32' } },
    } as const
    const byState = given(await ask({ filter: open_, aggregate: { groupBy: ['state'], sum: ['units'] } }))
    expect(byState.groups.map(({ key, count, sum }) => [key, count, sum])).toEqual([
      [{ state: 'closed' }, 2, { units: '6' }],
      [{ state: 'open' }, 3, { units: '6' }],
    ])
    const byUnits = given(await ask({ aggregate: { groupBy: ['units', 'state'] }, limit: 2 }))
    expect([byUnits.groups.map(({ key }) => key), byUnits.isComplete]).toEqual([
      [
        { units: 0, state: 'open' },
        { units: 1, state: 'closed' },
      ],
      false,
    ])
  })

  test('of nothing are a count of none and no values', async () => {
    const nobody = { ...clinician, attributes: { ward: 'west' } }
    expect(
      given(await ask({ aggregate: { sum: ['amount'], average: ['amount'], min: ['at'] } }, nobody)).groups,
    ).toEqual([{ key: {}, count: 0, sum: { amount: null }, average: { amount: null }, min: { at: null }, max: {} }])
    expect(given(await ask({ aggregate: { groupBy: ['state'] } }, nobody)).groups).toEqual([])
  })

  test('tell nothing of what is hidden, and say what a field has none of, all at once', async () => {
    const clerk = { ...clinician, roles: ['clerk'] }
    expect(codeOf(await ask({ aggregate: { groupBy: ['card'] } }, clerk))).toBe('forbidden')
    expect(codeOf(await ask({ aggregate: { min: ['card'] } }, clerk))).toBe('forbidden')
    const wrong = await ask({ aggregate: { sum: ['ward', 'nothing'], min: ['state'], groupBy: ['id'] } })
    if (wrong.kind !== 'problem') throw new Error('answered')
    expect(wrong.problem.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/aggregate/min/state unsupported',
      '/aggregate/sum/nothing unknown',
      '/aggregate/sum/ward unsupported',
    ])
  })

  test('of protected fields are on record as shown, before they leave, where there is anything to show', async () => {
    const entryOf = async (...asked: Parameters<typeof ask>) => {
      // What was buffered before goes before.
      await opened.service.audit.flush()
      await ask(...asked)
      await opened.service.audit.flush()
      const [{ mode, fields } = { mode: null, fields: null }] = await opened.service.state.recentAudit(1, 0)
      return { mode, fields }
    }
    for (const aggregate of [{ groupBy: ['card', 'state'] }, { min: ['card'] }, { max: ['card'], groupBy: ['card'] }])
      expect(await entryOf({ aggregate })).toEqual({ mode: 'durable', fields: ['card'] })
    const unshown = { mode: 'buffered', fields: [] }
    expect(await entryOf({ aggregate: { groupBy: ['state'], sum: ['units'] } })).toEqual(unshown)
    const elsewhere = { ...clinician, attributes: { ward: 'west' } }
    expect(await entryOf({ aggregate: { min: ['card'] } }, elsewhere)).toEqual(unshown)
  })

  test('below zero an average is rounded away from it, too', async () => {
    const other = await open({ text: text(database) })
    for (const [units, serial, amount] of [
      [-1, '-9007199254740993', '-1.00'],
      [-2, '-9007199254740994', '-2.01'],
      [0, '0', '0.00'],
    ] as const)
      await other.service.execute(
        call('Sale.create', clinician, { value: { ...sale(0), ward: 'north', units, serial, amount } }),
      )
    const average = ['units', 'serial', 'amount'] as const
    const asked = await other.service.execute({
      ...call('Sale.aggregate', clinician),
      select: { aggregate: { average } },
    })
    const [group] = given(asked).groups
    expect(group?.average).toEqual({ units: '-1.000000', serial: '-6004799503160662.333333', amount: '-1.00333333' })
    const [half] = given(
      await other.service.execute({
        ...call('Sale.aggregate', clinician),
        select: {
          aggregate: { average: ['units'] },
          filter: {
            kind: 'compare',
            op: 'lt',
            left: { kind: 'field', path: ['units'] },
            right: { kind: 'value', value: 0, type: { kind: 'int32' } },
          },
        },
      }),
    ).groups
    expect(half?.average).toEqual({ units: '-1.500000' })
    await other.close()
  })

  test('of floats past their range have no sum, whatever the way there, and never fail', async () => {
    const floats = { ...clinician, attributes: { ward: 'far' } }
    const add = (ratio: number) =>
      opened.service.execute(call('Sale.create', floats, { value: sale(0, { ward: 'far', ratio }) }))
    const measured = async () =>
      given(await ask({ aggregate: { sum: ['ratio'], average: ['ratio'] } }, floats)).groups.map(({ sum, average }) => [
        sum.ratio,
        average.ratio,
      ])
    for (const ratio of [1.7e308, 1.7e308, 5e-324]) await add(ratio)
    expect(await measured()).toEqual([[null, null]])
    await add(-1.7e308)
    expect(await measured()).toEqual([[1.7e308, 4.25e307]])
    await add(-1.7e308)
    expect(await measured()).toEqual([[5e-324, 0]])
  })

  test('over more rows than the limit are refused, not guessed', async () => {
    for (let at = 0; at < 7; at++)
      await opened.service.execute(call('Sale.create', clinician, { value: sale(at, { ward: 'north' }) }))
    expect(codeOf(await ask({ aggregate: { sum: ['units'] } }))).toBe('too-large')
  })
})
