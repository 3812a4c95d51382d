import { type GeneratedFile, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { languages } from '@charter/languages'
import { pageData } from '@charter/project'
import { derive } from '@charter/service'
import { rest } from '@charter/styles'
import { charterOf } from './charter-of.ts'

// One measurement in a process of its own, so that memory is that of one generation: text of a charter → source.
const [count = '10'] = process.argv.slice(2)
const text = charterOf(Number(count))
const started = performance.now()
const { charter, document, diagnostics } = parseCharter({ 'charter.yaml': text })
if (!charter) throw new Error(JSON.stringify(diagnostics.slice(0, 3)))
const derived = derive(charter, connectors)
const surface = rest.surface(charter)
const [node] = languages
let bytes = 0
const files = await node?.generate({
  charter,
  model: derived.model,
  sql: derived.sql,
  schema: derived.schema,
  surfaces: { rest: surface },
  contracts: { rest: rest.contract(charter, surface) },
  page: pageData(derived, document),
  cedar: derived.access.cedar,
  runtimeFiles: {},
  format: async (sources: readonly GeneratedFile[]) => sources,
})
const milliseconds = performance.now() - started
for (const file of files ?? []) bytes += file.text.length
console.log(
  JSON.stringify({
    milliseconds,
    files: files?.length,
    bytes,
    residentBytesMax: process.resourceUsage().maxRSS * 1024,
  }),
)
