import { type Charter, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { accessMatrix, compileAccess } from './index.ts'

const text = (when: string, policies = '') => `charter: 1
name: shop
access: { roles: [clerk], principal: { desk: { type: text, claim: desk, required: true } } }
entities:
  Customer: { key: id, fields: { id: uuid, desk: text }, allow: { clerk: { do: [read] } } }
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      status:
        type: enum
        values: [placed, paid]
        states:
          moves:
            pay: { from: placed, to: paid, when: ${when} }
    relations: { customer: { one: Customer } }
    allow: { clerk: { do: [read, pay] } }
${policies}`

const read = (when: string, policies?: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text(when, policies) })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const guardsOf = (charter: Charter) =>
  compileAccess(charter).rules.filter(({ actions }) => actions.some((action) => action.startsWith('move:')))

test('what a move asks is a rule for an action of its own, whatever the role, over row, relations and caller', () => {
  const charter = read('resource.customer.desk == principal.desk')
  expect(compileAccess(charter).diagnostics).toEqual([])
  expect(guardsOf(charter)).toMatchObject([
    {
      id: 'Order.status.pay',
      effect: 'permit',
      entity: 'Order',
      actions: ['move:pay'],
      roles: [],
      isConditional: true,
    },
  ])
})

test('no policy of anybody opens it, and it opens nothing', () => {
  const open = 'policies: |\n  permit(principal, action, resource);\n  permit(principal, action, resource is Order);\n'
  const named = 'policies: |\n  permit(principal, action == Action::"Order.move:pay", resource is Order);\n'
  for (const policies of [open, named]) {
    const charter = read('resource.customer.desk == principal.desk', policies)
    expect(guardsOf(charter).map(({ id }) => id)).toEqual(['Order.status.pay'])
    // What would have no effect is not taken for a rule.
    expect(compileAccess(charter).diagnostics.map(({ code }) => code)).toEqual(
      policies === named ? expect.arrayContaining(['cedar-type']) : [],
    )
  }
  const charter = read('resource.customer.desk == principal.desk')
  expect(compileAccess(charter).cedar).not.toContain('move:')
  const rows = accessMatrix(charter, compileAccess(charter).rules)
  expect(rows.map(({ operation }) => operation).filter((operation) => operation.includes('move'))).toEqual([])
})

test('what cannot be decided alike is refused where it stands', () => {
  const { diagnostics } = compileAccess(read('resource.nothing == "a"'))
  expect(diagnostics).toMatchObject([
    { code: 'cedar-type', place: { line: 15, column: 59 }, path: 'entities.Order.fields.status.states.moves.pay.when' },
  ])
  expect(compileAccess(read('resource.status ==')).diagnostics).toMatchObject([
    { code: 'cedar-syntax', place: { line: 15 } },
  ])
})
