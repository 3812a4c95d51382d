// PostGraphile 5 as its documentation sets it up, on the tables of the bench; no sign-in.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const [connectionString = ''] = process.argv.slice(2)
const served = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
  grafast: { explain: false },
  // Else only indexed columns can be filtered by, and the ward of the bench has no index.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
})
const server = createServer()
await served.createServ(grafserv).addTo(server)
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))
