export { typescriptClient } from './client/typescript-client.ts'
export { dataText } from './data-text.ts'
export { node } from './node/index.ts'
export { languages } from './registry.gen.ts'
