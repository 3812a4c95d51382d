/**
 * For the environment of a program that a test starts: where the run keeps what its programs have compiled, so that each begins with
 * what others have loaded before. Nothing outside a run of tests.
 */
export const keptCompiled = ({ NODE_COMPILE_CACHE: folder } = process.env): Readonly<Record<string, string>> =>
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
