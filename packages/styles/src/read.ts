// What styles read their own contracts back with: apart from the index, as each loads a parser.
export { readGraphql } from './graphql/read.ts'
export { readGrpc } from './grpc/read.ts'
export { readSoap } from './soap/read.ts'
