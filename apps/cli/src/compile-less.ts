import { setFlagsFromString } from 'node:v8'

/**
 * WebAssembly is compiled fast, and function by function again, optimised, once it has run for long. A command asks Cedar for
 * some milliseconds, and compiling again took a third of its CPU: it is put off until ten times as much has run (V8 counts
 * about bytes; its default is 13,000,000). For Node 24 alone, which has been measured: another V8 may not know the flag, and
 * says so.
 */
export const compileLess = ({ node }: NodeJS.ProcessVersions): void => {
  if (node.startsWith('24.')) setFlagsFromString('--wasm-tiering-budget=130000000')
}
