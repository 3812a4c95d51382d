import { compileAccess } from '@charter/access'
import { type ExampleRows, parseCharter, toModel } from '@charter/charter'
import { rest, styles } from '@charter/styles'
import { expect, test } from 'vitest'
import { aboutEntity } from './derivation.ts'
import { stateScenarios } from './states.ts'

const scenariosOf = (allow: string, when = '') => {
  const { charter } = parseCharter(
    {
      'charter.yaml': `charter: 1
name: shop
serves: [rest]
access: { roles: [clerk, packer] }
entities:
  Order:
    key: id
    fields:
      id: { type: text, length: 1..9 }
      status: { type: enum, values: [placed, paid], states: { moves: { pay: { from: placed, to: paid${when} } } } }
    allow:
${allow}
`,
    },
    { styles },
  )
  if (!charter) throw new Error('the charter cannot be read')
  const model = toModel(charter, compileAccess(charter).rules)
  const [entity] = model.entities
  if (!entity) throw new Error('there is no entity')
  const examples = {
    rows: {
      Order: [
        { id: 'a', status: 'placed' },
        { id: 'b', status: 'paid' },
      ],
    },
    attributes: [{}],
    claims: [{}],
  } as unknown as ExampleRows
  const scenarios = stateScenarios(aboutEntity({ model, styles: [], surface: rest.surface(charter), examples }, entity))
  return scenarios.map(({ id, steps }) => [
    id,
    steps.map(({ as, path, expect: { status } = {} }) => `${as} ${path.split('/').at(-2)} ${status}`),
  ])
}

test('a move is made once, and asked for again where whoever made it may still', () => {
  expect(scenariosOf('      clerk: { do: [read, update, pay] }')).toEqual([
    ['Order.states.written', ['clerk orders 422']],
    ['pay.moves', ['clerk a 200', 'clerk a 409']],
    ['pay.elsewhere', ['clerk b 409']],
  ])
  expect(scenariosOf('      clerk: [{ do: [read] }, { do: [pay], when: resource.status == "placed" }]')).toEqual([
    ['pay.moves', ['clerk a 200']],
  ])
})

test('what a move asks of its caller is asked of who makes it', () => {
  const both = '      clerk: { do: [read, pay] }\n      packer: { do: [read, pay] }'
  expect(scenariosOf(both, ', when: principal in Role::"packer"')).toContainEqual([
    'pay.moves',
    ['packer a 200', 'packer a 409'],
  ])
})
