import { compileAccess } from '@charter/access'
import { checkCharter, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'

const codes = ['never-created', 'never-found', 'never-called', 'unknown-action']

/** What `check` says of grants in a shop. */
const toldOf = (field: string, allow: string, more = ''): readonly (string | undefined)[] => {
  const text = `
charter: 1
name: shop
serves: [rest]
access: { roles: [clerk, boss] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, rebate: ${field} }
    allow: { boss: { do: [create], reveal: [terms] }, clerk: ${allow} }
${more}`
  const { charter } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error('the charter is not read')
  const found = checkCharter(charter, { styles, connectors, access: compileAccess })
  return found.filter(({ code }) => codes.includes(code)).flatMap(({ message, hint }) => [message, hint])
}

test('who may create rows of what they cannot send is told', () => {
  const told = [
    '`clerk` may create Order, and never can: `rebate` must be sent, and is hidden from them.',
    'Give `rebate` a `default`, make it optional, or reveal it to them.',
  ]
  expect(toldOf('{ type: int32, reveal: terms }', '{ do: [create] }')).toEqual(told)
  expect(
    toldOf(
      '{ type: int32, reveal: terms }',
      '[{ do: [create] }, { do: [read], reveal: [terms], when: resource.rebate > 1 }]',
    ),
  ).toEqual(told)
  expect(
    toldOf(
      '{ type: int32, reveal: terms }',
      '[{ do: [create], reveal: [terms], when: resource.rebate > 1 }, { do: [create], when: resource.rebate < 9 }]',
    ),
  ).toEqual(told)
  expect(toldOf('{ type: int32, reveal: terms }', '[{ do: [create] }, { do: [read], reveal: [terms] }]')).toEqual([])
  expect(toldOf('{ type: int32, reveal: terms, default: 1 }', '{ do: [create] }')).toEqual([])
  expect(toldOf('{ type: int32, reveal: terms }', '{ do: [read, update] }')).toEqual([])
})

test('an operation that nobody may call is told, with where to allow it', () => {
  const operations = 'operations: { countOrders: { effect: read, result: int32 }, closeOrder: { entity: Order } }\n'
  expect(toldOf('int32', '{ do: [read, countOrders], when: resource.rebate > 1 }', operations)).toEqual([
    '`countOrders` is nothing that can be done with Order.',
    '`countOrders` is an operation on no entity: a policy allows it, under `policies`.',
    'Nobody may call `countOrders`.',
    'It is on no entity, so a policy allows it: `permit(principal in Role::"…", action == Action::"countOrders", resource);` under `policies`.',
    'Nobody may call `closeOrder`.',
    'Add `closeOrder` to the `do` of a role under `allow` of Order.',
  ])
  // Who may call it is not known before the condition is mended.
  expect(
    toldOf(
      'int32',
      '{ do: [read, closeOrder], when: resource.rebat > 1 }',
      'operations: { closeOrder: { entity: Order } }',
    ),
  ).toEqual([])
  const policies = 'policies: |\n  permit(principal, action == Action::"countOrders", resource);\n'
  expect(toldOf('int32', '{ do: [read, closeOrder] }', operations + policies)).toEqual([])
})

test('who may change or act on rows and never read them is told', () => {
  expect(
    toldOf('int32', '{ do: [update, delete, closeOrder, list] }', 'operations: { closeOrder: { entity: Order } }\n'),
  ).toEqual([
    '`clerk` may do `update`, `delete`, `closeOrder` with Order, and finds none by this role alone: it may not read them.',
    'Add `read` to the `do` of `clerk` under `allow` of Order.',
  ])
  expect(toldOf('int32', '{ do: [create, list] }')).toEqual([])
})
