import { createRequire } from 'node:module'
import { join } from 'node:path'
import { complaintsOf, inFolder } from '../in-folder.ts'
import type { Reader } from '../reader.ts'

const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
/** What a charter's author decides, and no tool stumbles over. */
const config = 'extends: [spec]\n'

/** Redocly holds each OpenAPI document to the specification. */
export const redocly: Reader = {
  name: 'Redocly',
  missing: () => null,
  read: async (all) => {
    const files = Object.fromEntries(
      all.map(({ seed, styles }) => [`${seed}.json`, styles.rest?.['openapi.json'] ?? '']),
    )
    return inFolder({ ...files, 'redocly.yaml': config }, (folder) =>
      complaintsOf(process.execPath, [cli, 'lint', ...Object.keys(files), '--format=summary'], join(folder)),
    )
  },
}
