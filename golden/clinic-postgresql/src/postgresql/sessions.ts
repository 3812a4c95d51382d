import { addressIn, type Sessions } from '../sql-server/index.ts'
import { type Connection, connect } from './connection.ts'
import { postgresqlError } from './errors.ts'
import { sentences } from './reaching.ts'

export const sessions: Sessions<Connection> = {
  title: 'PostgreSQL',
  addressOf: (url) => addressIn({ schemes: ['postgres', 'postgresql'], port: 5432 }, url),
  connect,
  errorOf: (error) => postgresqlError(error),
  sentences,
}
