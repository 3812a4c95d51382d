// A bare gRPC service as the documentation of grpc-js sets one up: same tables, same SQL, same rows; no sign-in, no access rules
// (the region is a constant), no audit, no checks, no entity tags.
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import loader from '@grpc/proto-loader'
import pg from 'pg'

const [connectionString = '', region = ''] = process.argv.slice(2)
const asIs = (text) => text
const textual = new Set([1184])
const pool = new pg.Pool({
  connectionString,
  max: 10,
  options: '-c TimeZone=UTC -c DateStyle=ISO',
  // A moment is cheaper to read from its text than over a JavaScript Date.
  types: { getTypeParser: (oid, format) => (textual.has(oid) ? asIs : pg.types.getTypeParser(oid, format)) },
})

const columns =
  't."id", t."name", t."email", t."region", t."visits", t."credit", t."isActive" AS is_active, t."joinedAt" AS joined_at'
const readOne = `SELECT ${columns} FROM "customer" AS t WHERE t."id" = $1 AND t."region" = $2`
const listPage = `SELECT ${columns} FROM "customer" AS t WHERE t."region" = $1 ORDER BY t."id" LIMIT 21`

const customer = (row) => ({ ...row, joined_at: timestamp(row.joined_at) })
const timestamp = (text) => ({ seconds: Date.parse(`${text.slice(0, 19)}Z`) / 1000, nanos: 0 })

const handlers = {
  getCustomer: ({ request }, reply) => {
    pool.query({ name: 'one', text: readOne, values: [request.key.id, region] }).then(({ rows: [row] }) => {
      if (row) reply(null, { customer: customer(row) })
      else reply({ code: grpc.status.NOT_FOUND })
    }, reply)
  },
  listCustomers: (_call, reply) => {
    pool.query({ name: 'page', text: listPage, values: [region] }).then(({ rows }) => {
      const customers = rows.slice(0, 20).map(customer)
      reply(null, { customers, ...(rows.length > 20 && { next_page_token: customers.at(-1).id }) })
    }, reply)
  },
}

const definition = loader.loadSync(fileURLToPath(new URL('store.proto', import.meta.url)), {
  keepCase: true,
  longs: String,
  enums: String,
  defaults: true,
  oneofs: true,
})
const { CustomerService } = grpc.loadPackageDefinition(definition).store.v1
const server = new grpc.Server()
server.addService(CustomerService.service, handlers)
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
