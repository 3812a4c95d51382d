// Contracts and the generated service, written below a folder by a process of its own.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { generateService, installNodeModules, loadCharter, requireSound, writeTree } from '@charter/project'

const folder = process.argv[2] ?? '.'
const started = performance.now()
const loaded = await loadCharter(folder)
const { files, derived } = await generateService(requireSound(loaded), 'node', loaded)
await writeTree(folder, files)
const seconds = (performance.now() - started) / 1000
await installNodeModules(folder, { withTools: true })
const sized = files.map(({ path }) => ({ path, bytes: statSync(join(folder, path)).size }))
const biggest = sized.filter(({ path }) => path.endsWith('.ts')).sort((one, other) => other.bytes - one.bytes)[0]
const contracts = derived.styles.flatMap(({ style, surface }) =>
  Object.keys(style.contract(derived.charter, surface)).map((file) => [
    file,
    sized.find(({ path }) => path === file)?.bytes ?? 0,
  ]),
)
console.log(
  JSON.stringify({
    seconds,
    peakMb: process.resourceUsage().maxRSS / 1024,
    files: files.length,
    bytes: sized.reduce((sum, { bytes }) => sum + bytes, 0),
    biggest,
    biggestAll: sized.sort((one, other) => other.bytes - one.bytes).slice(0, 12),
    contracts: Object.fromEntries(contracts),
  }),
)
