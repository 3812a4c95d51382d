import { createRequire } from 'node:module'
import { join } from 'node:path'
import { complaintOf, inFolder } from '../in-folder.ts'
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
    const said = await inFolder({ ...files, 'redocly.yaml': config }, (folder) =>
      complaintOf(process.execPath, [cli, 'lint', ...Object.keys(files), '--format=summary'], join(folder)),
    )
    return said === null ? [] : [said]
  },
}
