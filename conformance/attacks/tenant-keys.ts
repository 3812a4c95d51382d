import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: shop
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [clerk, picker]
  principal: { aisle: { type: text, claim: aisle, required: true } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Product:
    key: code
    fields: { code: { type: text, length: 1..20 }, tenantId: { type: text, default: tenant }, aisle: { type: text, length: 1..20 } }
    relations: { stocks: { many: Stock, inverse: product } }
    allow: { clerk: { do: [create, read, list, update, delete] }, picker: { do: [read], when: resource.aisle == principal.aisle } }
  Stock:
    key: [productCode, number]
    fields: { number: { type: int32 }, tenantId: { type: text, default: tenant } }
    relations: { product: { one: Product } }
    allow: { clerk: { do: [create, read, list] }, picker: { do: [read, list], when: resource.product.aisle == principal.aisle } }
`

const clerk = ({ token }: Victim, tenant: string) => token(['clerk'], { tenant, aisle: 'none' })

/** A product of each tenant with the same key, each with a stock of the same key. */
const stocked = async (victim: Victim, code: string): Promise<string | null> => {
  for (const tenant of ['a', 'b'])
    for (const [path, body] of [
      ['products', { code, aisle: `of ${tenant}` }],
      ['stocks', { productCode: code, number: 1 }],
    ] as const) {
      const made = await victim.ask('POST', `/api/v1/${path}`, { token: await clerk(victim, tenant), body })
      if (made.status !== 201) return `${path} of ${tenant}: ${made.status} ${made.text}`
    }
  return null
}

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  finding: 'B12',
  holds,
  charter,
  play,
})

export const attacks: readonly Attack[] = [
  attack(
    'key-of-another-tenant',
    'that another tenant has a key is not told, and each has its own row',
    async (victim) => {
      const got = await stocked(victim, 'tea')
      if (got !== null) return got
      const [a, b] = [await clerk(victim, 'a'), await clerk(victim, 'b')]
      const again = await victim.ask('POST', '/api/v1/products', { token: a, body: { code: 'tea', aisle: 'x' } })
      if (again.status !== 409 || again.text.includes('tenantId')) return `again: ${again.status} ${again.text}`
      const patched = await victim.ask('PATCH', '/api/v1/products/tea', { token: a, body: { aisle: 'changed' } })
      const theirs = await victim.ask('GET', '/api/v1/products/tea?include=stocks', { token: b })
      if (patched.status !== 200 || theirs.json.aisle !== 'of b') return `read: ${theirs.status} ${theirs.text}`
      return theirs.json.stocks.items.length === 1 ? null : `included: ${theirs.text}`
    },
  ),
  attack('key-along-a-rule', 'a rule over a reference asks the tenant’s own row', async (victim) => {
    const got = await stocked(victim, 'pot')
    if (got !== null) return got
    for (const [aisle, count] of [
      ['of a', 0],
      ['of b', 1],
    ] as const) {
      const token = await victim.token(['picker'], { tenant: 'b', aisle })
      const { json, text } = await victim.ask('GET', '/api/v1/stocks?filter[productCode]=pot', { token })
      if (json.items?.length !== count) return `${aisle}: ${text}`
    }
    return null
  }),
]
