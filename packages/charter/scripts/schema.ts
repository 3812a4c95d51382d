import { writeFileSync } from 'node:fs'
import { charterSchema } from '../src/schema.ts'

/** Writes `charter.schema.json`; a test refuses a stale one. Run it as `node packages/charter/scripts/schema.ts`. */
const file = new URL('../charter.schema.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(charterSchema(), null, 2)}\n`)
