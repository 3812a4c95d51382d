import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: bank
version: 1.0.0
serves: [rest, graphql, mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [staff, boss]
entities:
  Adviser:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    relations:
      clients: { many: Client }
      funds: { many: Fund, through: Mandate }
    allow: { staff: { do: [read, list] }, boss: { do: [create, read, list] } }
  Client:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      taxId: { type: text, length: 1..20, unique: true, reveal: tax, mask: { last: 2 } }
      adviserId: { type: uuid, optional: true, reveal: adviser }
    relations:
      adviser: { one: Adviser, by: [adviserId] }
      filings: { many: Filing }
    allow: { staff: { do: [read, list, update] }, boss: { do: [create, read, list], reveal: [tax, adviser] } }
  Filing:
    key: id
    fields: { id: { type: uuid, default: generated }, clientTaxId: { type: text, length: 1..20, reveal: tax, optional: true } }
    relations: { client: { one: Client, by: [clientTaxId], to: [taxId] } }
    allow: { staff: { do: [create, read, list] }, boss: { do: [create, read, list], reveal: [tax] } }
  Fund:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    allow: { staff: { do: [read, list] }, boss: { do: [create, read, list] } }
  Mandate:
    key: id
    fields: { id: { type: uuid, default: generated }, adviserId: { type: uuid, reveal: adviser } }
    relations: { adviser: { one: Adviser, by: [adviserId] }, fund: { one: Fund } }
    allow: { staff: { do: [read, list] }, boss: { do: [create, read, list], reveal: [adviser] } }
  Pay:
    readOnly: true
    fields: { amount: { type: int32, reveal: pays }, who: { type: text, length: 1..40 } }
    allow: { staff: { do: [list] }, boss: { do: [list], reveal: [pays] } }
`

const made = async ({ ask, token }: Victim) => {
  const [staff, boss] = [await token(['staff']), await token(['boss'])]
  const make = async (path: string, body: object) =>
    String((await ask('POST', `/api/v1/${path}`, { token: boss, body })).json.id)
  const adviser = await make('advisers', { name: 'CANARY-Zed' })
  const taxId = `TAX-${adviser.slice(-8)}`
  const client = await make('clients', { name: 'CANARY-Ada', taxId, adviserId: adviser })
  const filing = await make('filings', { clientTaxId: taxId })
  const fund = await make('funds', { name: 'CANARY-Gold' })
  await make('mandates', { adviserId: adviser, fundId: fund })
  return { staff, boss, adviser, client, filing, taxId }
}

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  finding: 'D7',
  holds,
  charter,
  play,
})

export const attacks: readonly Attack[] = [
  attack(
    'included-along-hidden',
    'no relation is followed along a hidden field, either way, nor counted',
    async (victim) => {
      const { staff, boss, adviser, client, filing } = await made(victim)
      const paths = [
        `clients/${client}?include=adviser`,
        `clients/${client}?include=filings`,
        `clients?include=adviser&fields=id`,
        `advisers/${adviser}?include=clients`,
        `advisers/${adviser}?include=funds`,
        `filings/${filing}?include=client`,
      ]
      for (const path of paths) {
        const refused = await victim.ask('GET', `/api/v1/${path}`, { token: staff })
        if (refused.status !== 403 || refused.text.includes('CANARY'))
          return `${path}: ${refused.status} ${refused.text}`
        const given = await victim.ask('GET', `/api/v1/${path}`, { token: boss })
        if (given.status !== 200) return `boss, ${path}: ${given.status} ${given.text}`
      }
      const queries = [
        `{ advisers { nodes { clients { totalCount } } } }`,
        `{ clients { nodes { a: adviser { name } } } }`,
        `{ funds { nodes { name } } filings { nodes { client { adviser { name } } } } }`,
      ]
      for (const query of queries) {
        const { text, json } = await victim.ask('POST', '/graphql', { token: staff, body: { query } })
        if (!json.errors || /CANARY-(?!Gold)|"totalCount":/.test(text)) return `${query}: ${text}`
      }
      return null
    },
  ),
  attack(
    'ordered-by-hidden',
    'rows without a key do not come in the order of what is hidden',
    async ({ ask, token, sql, database }) => {
      const table = database === 'postgresql' ? 'public.pay' : 'pay'
      await sql(`INSERT INTO ${table} (who, amount) VALUES ('Ada', 900), ('Bob', 100), ('Cyd', 500)`)
      const seen = async (role: string) => {
        const { json } = await ask('GET', '/api/v1/pays', { token: await token([role]) })
        return json.items.map(({ who }: { who: string }) => who).join()
      }
      const [staff, boss] = [await seen('staff'), await seen('boss')]
      return staff === 'Ada,Bob,Cyd' && boss === 'Bob,Cyd,Ada' ? null : `${staff}; boss: ${boss}`
    },
  ),
]
