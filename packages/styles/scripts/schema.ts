import { writeFileSync } from 'node:fs'
import { charterSchema } from '@charter/charter'
import { styles } from '../src/registry.gen.ts'

/** Writes `charter.schema.json`; a test refuses a stale one. Run it as `node packages/styles/scripts/schema.ts`. */
const file = new URL('../charter.schema.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(charterSchema(styles), null, 2)}\n`)
