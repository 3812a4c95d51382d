import { expect, test } from 'vitest'
import { checkCharter, emptyLock, parseCharter, toModel, updateLock } from './index.ts'

const text = (webhooks: string, more = '') => `charter: 1
name: shop
access: { accepts: [jwt], roles: [clerk, partner] }
sources: { main: { own: sqlite } }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read] } }
${more}webhooks: ${webhooks}
`
const read = (webhooks: string, more?: string) => parseCharter({ 'charter.yaml': text(webhooks, more) })
const said = (webhooks: string, more?: string): readonly string[] => {
  const { charter, diagnostics } = read(webhooks, more)
  const found = charter ? checkCharter(charter, { styles: [], connectors: [] }) : []
  return [...diagnostics, ...found].flatMap(({ code, message }) => (code === 'not-built-yet' ? [] : [message]))
}

test('webhooks give a charter subscriptions and deliveries, each its subscriber’s', () => {
  const { charter } = read('{ of: [Order], roles: [partner] }')
  if (!charter) throw new Error('it does not read')
  const model = toModel(charter, [])
  const hook = model.entities.find(({ name }) => name === 'Webhook')
  expect(hook?.fields.filter(({ writable }) => writable !== 'never').map(({ name }) => name)).toEqual([
    ...['url', 'entities', 'changes'],
  ])
  expect(hook?.fields.map(({ name }) => name)).not.toContain('sealed')
  expect(hook?.writeOnly?.map(({ name, writable }) => [name, writable])).toEqual([['sealed', 'never']])
  expect(model.operations.map(({ name }) => name)).toEqual([
    ...['showWebhookSecret', 'rotateWebhookSecret', 'resendWebhookDelivery', 'pauseWebhook', 'resumeWebhook'],
    'cancelWebhookDelivery',
  ])
  expect(model.internal?.map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual([
    ['webhookDelivery', true],
    ['endWebhook', undefined],
  ])
  expect(charter.entities.find(({ name }) => name === 'Webhook')?.allow).toHaveLength(1)
  expect(updateLock(charter, emptyLock).entities).toHaveProperty('Webhook')
  expect(said('{ of: [Order], roles: [partner] }')).toEqual([])
})

test('what they are of, and for whom, has to be there', () => {
  expect(said('{ of: [Ordr], roles: [partner] }')).toEqual(['There is no entity `Ordr`.'])
  expect(said('{ of: [Order], roles: [parner] }')[0]).toBe('There is no role `parner` under `access.roles`.')
  expect(said('{ of: [Order] }')).toHaveLength(1)
  expect(said('{ of: [], roles: [partner] }').length).toBeGreaterThan(0)
})

test.each([
  ['an entity', '  Webhook:\n    key: id\n    fields: { id: uuid }\n    allow: { clerk: { do: [read] } }\n'],
  ['an operation', 'operations: { webhookDelivery: { entity: Order } }\n'],
  ['an operation called as a move', 'operations: { pauseWebhook: { entity: Order } }\n'],
])('%s of its own is in their way', (_, more) => {
  expect(said('{ of: [Order], roles: [partner] }', more)[0]).toMatch(/^There can be no webhooks: /)
})

test('what keeps webhooks from being there is said of them, where they are written', () => {
  const found = (from: string, to: string) => {
    const { charter, diagnostics } = parseCharter({
      'charter.yaml': text('{ of: [Order], roles: [partner] }').replace(from, to),
    })
    const checked = charter ? checkCharter(charter, { styles: [], connectors: [] }) : []
    return [...diagnostics, ...checked].flatMap(({ code, severity, message, place }) =>
      severity === 'error' ? [[code, message, place.line]] : [],
    )
  }
  expect(found('{ own: sqlite }', "{ url: 'file:shop.db' }")).toEqual([
    [
      'bad-webhooks',
      'There can be no webhooks: the service’s state, which has to be in one transaction with its rows, lies apart from the source `main`: write `state: source` and start with `--allow-ddl`, so that it lies in that database, in tables of its own.',
      10,
    ],
  ])
  expect(found('{ own: sqlite } }', "{ url: 'file:shop.db' } }\nstate: source")).toEqual([])
  expect(found('roles: [clerk, partner]', 'roles: [clerk, partner], tenancy: { field: percent, claim: org }')).toEqual(
    expect.arrayContaining([
      [
        'bad-webhooks',
        'There can be no webhooks: `percent` holds the tenant (`access.tenancy`), and is a field of every run.',
        10,
      ],
    ]),
  )
})

test('nobody says in a document what is the engine’s own', () => {
  expect(
    said('{ of: [Order], roles: [partner] }', 'operations: { mine: { entity: Order, builtIn: true } }\n')[0],
  ).toContain('builtIn')
})
