import { spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { generateService, installNodeModules, writeTree } from '@charter/project'
import { arrange, charters } from './charters.ts'

const which = process.argv[2] ?? 'clinic'
const subject = charters.find((c) => c.name === which)
if (!subject) throw new Error()
const { loaded, charter } = await arrange(subject, 'sqlite')
const folder = await mkdtemp(`/tmp/own-${which}-`)
await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
await installNodeModules(folder, { withTools: true })
console.log(folder)
for (const args of [['node_modules/typescript/bin/tsc'], ['node_modules/@biomejs/biome/bin/biome', 'check', '.']]) {
  const r = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  console.log(args[0], r.status, (r.stdout + r.stderr).slice(-1500))
}
const t0 = Date.now()
const r = spawnSync(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-reporter=tap',
    ...(await import('node:fs')).globSync('test/**/*.test.ts', { cwd: folder }),
  ],
  { cwd: folder, encoding: 'utf8', maxBuffer: 1e9, env: { ...process.env, DATABASE_URL: undefined } },
)
console.log('tests', r.status, Date.now() - t0, 'ms')
const lines = r.stdout.split('\n')
lines.forEach((l, i) => {
  if (/^\s+not ok/.test(l) && !/subtest|suite/.test(l)) console.log(lines.slice(i, i + 18).join('\n'))
})
console.log(lines.slice(-12).join('\n'))
