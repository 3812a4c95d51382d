// A bare SOAP service as node-soap's documentation sets one up: same tables, same SQL, same rows; no sign-in, no access rules (the
// region is a constant), no audit, no checks, no entity tags.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import soap from 'soap'

const [connectionString = '', region = ''] = process.argv.slice(2)
const asIs = (text) => text
const textual = new Set([1184])
const pool = new pg.Pool({
  connectionString,
  max: 10,
  options: '-c TimeZone=UTC -c DateStyle=ISO',
  // Moments stay the text they are.
  types: { getTypeParser: (oid, format) => (textual.has(oid) ? asIs : pg.types.getTypeParser(oid, format)) },
})

const columns = 't."id", t."name", t."email", t."region", t."visits", t."credit", t."isActive", t."joinedAt"'
const readOne = `SELECT ${columns} FROM "customer" AS t WHERE t."id" = $1 AND t."region" = $2`
const listPage = `SELECT ${columns} FROM "customer" AS t WHERE t."region" = $1 ORDER BY t."id" LIMIT 21`

const customer = (row) => ({ ...row, joinedAt: `${row.joinedAt.slice(0, 10)}T${row.joinedAt.slice(11, -3)}Z` })

const Customers = {
  GetCustomer: async ({ key }) => {
    const { rows } = await pool.query({ name: 'one', text: readOne, values: [key.id, region] })
    if (!rows[0]) throw { Fault: { faultcode: 'soap:Client', faultstring: 'There is no such customer.' } }
    return { result: customer(rows[0]) }
  },
  ListCustomers: async () => {
    const { rows } = await pool.query({ name: 'page', text: listPage, values: [region] })
    const item = rows.slice(0, 20).map(customer)
    return { result: { items: { item }, ...(rows.length > 20 && { next: item.at(-1).id }) } }
  },
}

const server = createServer()
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => {
  soap.listen(server, {
    path: '/soap/Store',
    services: { Store: { Customers } },
    xml: readFileSync(new URL('store.wsdl', import.meta.url), 'utf8'),
    callback: () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })),
  })
})
