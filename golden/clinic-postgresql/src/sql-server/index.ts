export { type Address, addressIn } from './address.ts'
export {
  lostCommit,
  type Mode,
  type OpenTransaction,
  type PrimaryDatabase,
  rolledBack,
  type ServerDatabase,
  type ServerDialect,
  serverDatabase,
} from './database.ts'
export {
  type DatabaseOptions,
  type OpenOptions,
  openOn,
  openStateOn,
  type Server,
  type StateOptions,
} from './open.ts'
export { openDatabaseOn, sessionPool } from './open-database.ts'
export { plainTransaction } from './plain-transaction.ts'
export { openPool, type Pool, type PoolOptions, type Session } from './pool.ts'
export { reachingSentence, type Sentences, type Target, targetOf, unreachable } from './reaching.ts'
export {
  type Answer,
  inSession,
  openAt,
  reach,
  type SessionOptions,
  type Sessions,
  type SqlSession,
  sayBeside,
  sessionAt,
  unreached,
} from './sessions.ts'
export { openStateWith, type StateKind } from './state.ts'
export { makeTemporaryOn } from './temporary.ts'
