import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Cedar itself, loaded with the first rule that is read: its WebAssembly has 4 MB. */
export const cedar = (): typeof import('@cedar-policy/cedar-wasm/nodejs') => require('@cedar-policy/cedar-wasm/nodejs')
