import { compileAccess } from '@charter/access'
import { checkCharter, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { styles } from '@charter/styles'
import { expect, test } from 'vitest'

/** What `check` says of who is told nothing in a shop with webhooks, and where. */
const toldOf = (order: string, more = '', access = ''): readonly unknown[] => {
  const text = `charter: 1
name: shop
serves: [rest]
access: { roles: [clerk, partner]${access} }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, open: { type: boolean, default: true } }
    allow: ${order}
  Note:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read, list] }, partner: { do: [read, list] } }
webhooks: { of: [Order, Note], roles: [partner] }
${more}`
  const { charter } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error('the charter is not read')
  return checkCharter(charter, { styles, connectors, access: compileAccess }).flatMap(
    ({ code, severity, message, hint, place }) =>
      code === 'never-told' ? [[severity, message, hint, place.line]] : [],
  )
}

const told = [
  'warning',
  '`partner` may subscribe to Order, and is told nothing: it may not list it.',
  'Add `list` to the `do` of `partner` under `allow` of Order, or take one of the two out of `webhooks`.',
  14,
]

test('who may subscribe to what they may not list is told', () => {
  expect(toldOf('{ clerk: { do: [create, read, list] } }')).toEqual([told])
  expect(toldOf('{ clerk: { do: [list] }, partner: { do: [read] } }')).toEqual([told])
  const forbid = 'policies: forbid(principal in Role::"partner", action == Action::"Order.list", resource);\n'
  expect(toldOf('{ partner: { do: [read, list] } }', forbid)).toEqual([told])
})

test('who may list some of it, by whatever rule, is told of that', () => {
  expect(toldOf('{ partner: { do: [list], when: resource.open } }')).toEqual([])
  const permit = 'policies: permit(principal in Role::"partner", action == Action::"Order.list", resource);\n'
  expect(toldOf('{ clerk: { do: [list] } }', permit)).toEqual([])
})
