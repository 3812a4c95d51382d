export { typescriptClient } from './client/typescript-client.ts'
export { node } from './node/index.ts'
export { languages } from './registry.gen.ts'
