import { type Comparison, evaluate, type Json, type Operand, type Predicate } from '@charter/runtime'
import { describe, expect, test } from 'vitest'
import { parseCharter, toModel } from '../index.ts'
import { exampleNowMs } from './example-now.ts'
import { exampleRows } from './example-rows.ts'
import { rowsOfOne } from './rows-of-one.ts'

/** As access compiles `resource.<field> == principal.<name>`. */
const ruleOf = (field: string, name: string, type: object) => ({
  id: `${field}-${name}`,
  entity: 'Branch',
  effect: 'permit' as const,
  actions: ['read'],
  roles: ['owner'],
  text: '',
  when: {
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [field], type },
    right: { kind: 'principal', name, type },
  },
})

const modelOf = (principal: string, field: string, rule: ReturnType<typeof ruleOf>) => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: bank
access: { roles: [owner], tenancy: { field: bank, claim: bank }, principal: { ${principal} } }
entities:
  Branch:
    key: id
    fields: { id: { type: uuid, default: generated }, bank: { type: text, default: tenant }, ${field} }
`,
  })
  if (!charter) throw new Error('the charter is not read')
  // Only what examples look at is there of the rule.
  return toModel(charter, [rule as unknown as Parameters<typeof toModel>[1][number]])
}

test('an attribute that a rule compares with a field of another type is a value of both', () => {
  const model = modelOf('branch: { type: text }', 'name: text', ruleOf('id', 'branch', { kind: 'uuid' }))
  const { rows, attributes } = exampleRows(model, 2)
  const ids = rows.Branch?.map(({ id }) => id)
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(attributes.map(({ branch }) => branch)).toEqual(ids)
})

test('an attribute that tokens say by the claim of the tenant is the tenant', () => {
  const model = modelOf('bank: { type: text }', 'owner: text', ruleOf('owner', 'bank', { kind: 'text' }))
  const { rows, attributes } = rowsOfOne(model, exampleRows(model, 3), 2)
  expect(attributes.slice(0, 2)).toEqual([{ bank: 'tenant-1' }, { bank: 'tenant-2' }])
  expect(rows.Branch?.map(({ owner, bank }) => [owner, bank])).toEqual([
    ['tenant-1', 'tenant-1'],
    ['tenant-1', 'tenant-1'],
    ['tenant-2', 'tenant-2'],
  ])
  const byId = modelOf('bank: { type: text }', 'name: text', ruleOf('id', 'bank', { kind: 'uuid' }))
  expect(exampleRows(byId, 1).rows.Branch?.[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
})

describe('what a rule compares with the clock', () => {
  const instant = { kind: 'instant' } as const
  const at: Operand = { kind: 'field', path: ['at'], type: instant }
  const clock = (plusMs = 0): Operand => ({ kind: 'principal', name: 'call.now', ...(plusMs !== 0 && { plusMs }) })
  const compare = (op: Comparison, left: Operand, right: Operand): Predicate => ({ kind: 'compare', op, left, right })
  const isDone: Predicate = compare(
    'eq',
    { kind: 'field', path: ['isDone'], type: { kind: 'boolean' } },
    { kind: 'value', value: true, type: { kind: 'boolean' } },
  )
  const yearMs = 365 * 86_400_000

  const examplesOf = (effect: 'permit' | 'forbid', when: Predicate, type = 'instant') => {
    const { charter } = parseCharter({
      'charter.yaml': `charter: 1
name: bank
access: { roles: [owner], principal: { until: { type: instant } } }
entities:
  Branch:
    key: id
    fields: { id: { type: uuid, default: generated }, at: ${type}, isDone: boolean }
`,
    })
    if (!charter) throw new Error('the charter is not read')
    const rule = { ...ruleOf('at', 'until', instant), effect, when }
    return exampleRows(toModel(charter, [rule as unknown as Parameters<typeof toModel>[1][number]]), 1)
  }
  /** What a condition says of the example now, in ten years, and in a hundred. */
  const answers = (when: Predicate, { rows, attributes }: ReturnType<typeof exampleRows>) =>
    [0, 10, 100].map((years) =>
      evaluate(when, rows.Branch?.[0] ?? {}, {
        id: 'ann',
        roles: ['owner'],
        attributes: attributes[0] ?? {},
        asked: { style: 'rest', strongAge: 0, nowMs: exampleNowMs + years * yearMs },
      }),
    )
  const not = (of: Predicate): Predicate => ({ kind: 'not', of })
  const signs = (['lt', 'le', 'gt', 'ge'] as const).flatMap((op) => [
    compare(op, at, clock()),
    compare(op, clock(), at),
    compare(op, at, clock(-2 * yearMs)),
    compare(op, clock(2 * yearMs), at),
  ])

  test.each(signs)('is met by permits and not by forbids at any time: %j', (when) => {
    expect(answers(when, examplesOf('permit', when))).toEqual([true, true, true])
    expect(answers(when, examplesOf('forbid', when))).toEqual([false, false, false])
    expect(answers(not(when), examplesOf('permit', not(when)))).toEqual([true, true, true])
    expect(answers(not(when), examplesOf('forbid', not(when)))).toEqual([false, false, false])
    const some: Predicate = { kind: 'or', of: [not(isDone), when] }
    expect(answers(when, examplesOf('permit', some))).toEqual([true, true, true])
    const nested = not({ kind: 'and', of: [isDone, not(when)] })
    expect(answers(when, examplesOf('permit', nested))).toEqual([true, true, true])
  })

  test.each(['eq', 'ne'] as const)('by `%s` is at that moment never', (op) => {
    const when = compare(op, at, clock(2 * yearMs))
    expect(new Set(answers(when, examplesOf('permit', when))).size).toBe(1)
    expect(examplesOf('permit', when).rows.Branch?.[0]?.at).toMatch(/^1971/)
  })

  test('is on the side that its type has, where it has one alone', () => {
    const when = compare('gt', at, clock(-2 * yearMs))
    expect(answers(when, examplesOf('permit', when, '{ type: instant, max: now }'))).toEqual([false, false, false])
  })

  test('is on that side where the rule stands on another entity, that leads to it or has it in a set', () => {
    const { charter } = parseCharter({
      'charter.yaml': `charter: 1
name: bank
access: { roles: [owner] }
entities:
  Branch:
    key: id
    fields: { id: { type: uuid, default: generated }, at: instant }
    relations: { visits: { many: Visit } }
  Visit:
    key: id
    fields: { id: { type: uuid, default: generated }, at: instant }
    relations: { branch: { one: Branch } }
`,
    })
    if (!charter) throw new Error('the charter is not read')
    const sideBy = (entity: string, when: Predicate, of: string) => {
      const rule = { ...ruleOf('at', 'until', instant), entity, when }
      const model = toModel(charter, [rule as unknown as Parameters<typeof toModel>[1][number]])
      return String(exampleRows(model, 1).rows[of]?.[0]?.at).slice(0, 4)
    }
    const far: Operand = { kind: 'field', path: ['branch', 'at'], type: instant }
    expect(sideBy('Visit', compare('gt', far, clock()), 'Branch')).toBe('2999')
    expect(sideBy('Visit', compare('lt', far, clock()), 'Branch')).toBe('1971')
    const some = (where: Predicate): Predicate => ({ kind: 'exists', path: [], of: ['visits'], where, atLeast: 1 })
    expect(sideBy('Branch', some(compare('gt', at, clock())), 'Visit')).toBe('2999')
    expect(sideBy('Branch', not(some(compare('gt', at, clock()))), 'Visit')).toBe('1971')
  })

  test('is where a permit asks for it before where a forbid does', () => {
    const { charter } = parseCharter({
      'charter.yaml': `charter: 1
name: bank
access: { roles: [owner] }
entities: { Branch: { key: id, fields: { id: { type: uuid, default: generated }, at: instant } } }
`,
    })
    if (!charter) throw new Error('the charter is not read')
    const rule = { ...ruleOf('at', 'until', instant), when: compare('gt', at, clock()) }
    const rules = [{ ...rule, effect: 'forbid' as const }, rule] as unknown as Parameters<typeof toModel>[1]
    expect(exampleRows(toModel(charter, rules), 1).rows.Branch?.[0]?.at).toMatch(/^2999/)
  })

  test('is far from it though it is compared with a literal besides', () => {
    const literal = compare('eq', at, { kind: 'value', value: '2027-01-01T00:00:00Z' as Json, type: instant })
    const when: Predicate = { kind: 'and', of: [literal, compare('gt', at, clock())] }
    expect(answers(compare('gt', at, clock()), examplesOf('permit', when))).toEqual([true, true, true])
  })

  test.each(signs.slice(0, 8))('of a principal is on one side of it as well: %j', (sign) => {
    const when = JSON.parse(JSON.stringify(sign).replace(JSON.stringify(at), '{"kind":"principal","name":"until"}'))
    expect(answers(when, examplesOf('permit', when))).toEqual([true, true, true])
    expect(answers(when, examplesOf('forbid', when))).toEqual([false, false, false])
  })
})

test('rows that refer to their tenant’s own row find it there', () => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: desk
access: { roles: [owner], tenancy: { field: company, claim: company } }
entities:
  Company: { key: id, shared: true, fields: { id: { type: text, pattern: '[a-z][a-z0-9-]{1,20}' } } }
  Member:
    key: id
    fields: { id: { type: uuid, default: generated }, company: { type: text, default: tenant } }
    relations: { of: { one: Company, by: company } }
`,
  })
  if (!charter) throw new Error('the charter is not read')
  const model = toModel(charter, [])
  const { rows } = rowsOfOne(model, exampleRows(model, 6), 3)
  const companies = rows.Company?.map(({ id }) => id)
  for (const { company } of rows.Member ?? []) expect(companies).toContain(company)
})
