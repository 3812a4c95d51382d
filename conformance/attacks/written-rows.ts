import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: shop
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [clerk]
  tenancy: { field: tenantId, claim: tenant }
entities:
  Product:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, name: { type: text, length: 1..40 } }
    allow: { clerk: { do: [create, read, list] } }
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, low: { type: int32, default: 1 }, high: { type: int32, default: 2 } }
    relations: { lines: { many: Line, inverse: order, owned: true } }
    checks: { order: { rule: low <= high, message: Low is at most high. } }
    allow: { clerk: { do: [create, read, list, update, again] } }
  Line:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, count: { type: int32, min: 1 }, goneAt: { type: instant, optional: true } }
    relations: { order: { one: Order }, product: { one: Product } }
    allow: { clerk: { do: [read, list] } }
operations:
  again: { rights: service, entity: Order, input: { low: int32 }, result: Order, effect: write, mode: unary }
`

const operations = {
  again: `export const again = async ({ value }, { rows }) => rows.create('Order', { low: value.low, high: 2 })\n`,
}

const products = async ({ ask, token }: Victim) => {
  const made = async (tenant: string) => {
    const as = await token(['clerk'], { tenant })
    return String((await ask('POST', '/api/v1/products', { token: as, body: { name: 'tea' } })).json.id)
  }
  return { ours: await made('a'), theirs: await made('b'), clerk: await token(['clerk'], { tenant: 'a' }) }
}

const attack = (name: string, finding: string, holds: string, play: Attack['play']): Attack => ({
  name,
  finding,
  holds,
  charter,
  operations,
  play,
})

export const attacks: readonly Attack[] = [
  attack('owned-other-tenant', 'B10', 'order lines refer to no product of another tenant', async (victim) => {
    const { ours, theirs, clerk } = await products(victim)
    const lines = [{ count: 1, productId: theirs }]
    const created = await victim.ask('POST', '/api/v1/orders', { token: clerk, body: { lines } })
    if (created.status !== 422 || !created.text.includes('/lines/0/productId'))
      return `${created.status} ${created.text}`
    const body = { lines: [{ count: 1, productId: ours }] }
    const { id } = (await victim.ask('POST', '/api/v1/orders', { token: clerk, body })).json
    const put = await victim.ask('PUT', `/api/v1/orders/${id}`, { token: clerk, body: { lines } })
    return put.status === 422 ? null : `${put.status} ${put.text}`
  }),
  attack('owned-soft-delete', 'C19', 'replaced order lines that deleting marks stay gone', async (victim) => {
    const { ours, clerk } = await products(victim)
    const body = (count: number) => ({ lines: [{ count, productId: ours }] })
    const { id } = (await victim.ask('POST', '/api/v1/orders', { token: clerk, body: body(1) })).json
    for (const count of [2, 3]) await victim.ask('PUT', `/api/v1/orders/${id}`, { token: clerk, body: body(count) })
    const { json, text } = await victim.ask('GET', `/api/v1/orders/${id}?include=lines`, { token: clerk })
    return json.lines?.items?.length === 1 && json.lines.items[0].count === 3 ? null : text
  }),
  attack(
    'body-past-checks',
    'C19',
    'the body of an operation creates nothing that the charter’s checks refuse',
    async (victim) => {
      const { clerk } = await products(victim)
      const { id } = (await victim.ask('POST', '/api/v1/orders', { token: clerk, body: {} })).json
      const answer = await victim.ask('POST', `/api/v1/orders/${id}/again`, { token: clerk, body: { low: 3 } })
      return answer.status === 422 ? null : `${answer.status} ${answer.text}`
    },
  ),
  attack('empty-patch', 'C19', 'a PATCH of nothing makes no new version', async (victim) => {
    const { clerk } = await products(victim)
    const { json, headers } = await victim.ask('POST', '/api/v1/orders', { token: clerk, body: {} })
    const asked = { token: clerk, body: {}, headers: { 'content-type': 'application/merge-patch+json' } }
    const patched = await victim.ask('PATCH', `/api/v1/orders/${json.id}`, asked)
    const [before, after] = [headers.get('etag'), patched.headers.get('etag')]
    return before !== null && before === after ? null : `${before} became ${after}`
  }),
  attack('if-none-match', 'C19', 'If-None-Match: * on PUT overwrites nothing', async (victim) => {
    const { clerk } = await products(victim)
    const { id } = (await victim.ask('POST', '/api/v1/orders', { token: clerk, body: {} })).json
    const asked = { token: clerk, body: { low: 0 }, headers: { 'if-none-match': '*' } }
    const answer = await victim.ask('PUT', `/api/v1/orders/${id}`, asked)
    return answer.status === 412 ? null : `${answer.status} ${answer.text}`
  }),
]
