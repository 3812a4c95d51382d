import { readFileSync } from 'node:fs'

/** This Charter's own version: `0.1.0`. */
export const charterVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version
