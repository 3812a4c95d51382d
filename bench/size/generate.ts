// The generated service, written below a folder by a process of its own.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateService, installNodeModules, loadCharter, requireSound, writeTree } from '@charter/project'
import type { Written } from './measured.ts'

const folder = process.argv[2] ?? '.'
const began = performance.now()
const loaded = await loadCharter(folder)
const { files } = await generateService(requireSound(loaded), 'node', loaded)
await writeTree(folder, files)
const seconds = (performance.now() - began) / 1000
await installNodeModules(folder, { withTools: true })
const sized = files.map(({ path }) => ({ path, bytes: statSync(join(folder, path)).size }))
const written: Written = {
  seconds,
  peakMb: process.resourceUsage().maxRSS / 1024,
  files: files.length,
  bytes: sized.reduce((sum, { bytes }) => sum + bytes, 0),
  biggest: sized.sort((one, other) => other.bytes - one.bytes).slice(0, 3),
  biggestSource: sized.find(({ path }) => path.endsWith('.ts')) ?? { path: '', bytes: 0 },
}
writeFileSync(join(folder, 'written.json'), JSON.stringify(written))
