export { type Address, addressIn } from './address.ts'
export { openPool, type Pool, type PoolOptions, type Session } from './pool.ts'
export { reachingSentence, type Sentences, type Target, targetOf, unreachable } from './reaching.ts'
