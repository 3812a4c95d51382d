// One measurement in a process of its own, so that memory and warm code of one size do not show in another's.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type GeneratedFile, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { node } from '@charter/languages'
import { driversOf, formatWithBiome, pageData, serviceBiomeConfig } from '@charter/project'
import { derive } from '@charter/service'
import { rest, styles } from '@charter/styles'
import { charterOf } from './charter.ts'

const text = charterOf(Number(process.argv[2]))
const start = performance.now()
const { charter, document } = parseCharter({ 'charter.yaml': text }, { styles })
if (!charter) throw new Error('the bench charter does not parse')
const parsed = performance.now()
const derived = derive(charter, connectors)
const derivedAt = performance.now()
const surface = rest.surface(charter)
let sources: readonly GeneratedFile[] = []
const files = await node.generate({
  charter,
  model: derived.model,
  plans: derived.plans,
  schema: derived.schema,
  companion: derived.companion,
  ...driversOf(derived, 'node'),
  surfaces: { rest: surface },
  contracts: { rest: rest.contract(charter, surface) },
  page: pageData(derived, document),
  cedar: derived.access.cedar,
  runtimeFiles: {},
  format: async (given) => {
    sources = given
    return given
  },
})
const generated = performance.now()
const memoryBytes = process.memoryUsage().rss
await formatWithBiome(sources, serviceBiomeConfig)
const formatted = performance.now()

/** The formatter alone, on the same files, as a person would run it. */
const formatterAlone = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-format-'))
  for (const { path, text: source } of sources) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...serviceBiomeConfig, files: { maxSize: 20_000_000 } }))
  const before = performance.now()
  const script = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const { status } = spawnSync(
    process.execPath,
    [script, 'check', '--write', '--linter-enabled=false', '--colors=off', '.'],
    { cwd: folder, stdio: 'ignore' },
  )
  const took = performance.now() - before
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Error(`the formatter alone ended with ${status}`)
  return took
}

console.log(
  JSON.stringify({
    parseMs: parsed - start,
    deriveMs: derivedAt - parsed,
    emitMs: generated - derivedAt,
    totalMs: generated - start,
    memoryBytes,
    formatMs: formatted - generated,
    formatterMs: formatterAlone(),
    files: files.length,
  }),
)
