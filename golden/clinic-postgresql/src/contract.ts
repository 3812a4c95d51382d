// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The text of a published contract, in the service’s own folder. */
export const contract = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8')
