// `npm run size -- 1000 [--styles rest,grpc] [--columns 1600] [--no-generate]`: what a charter of so many entities takes.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { atMost, type Bar, printReport, round } from '../report.ts'
import { charterText } from './charter.ts'
import type { Checked, Started, Written } from './measured.ts'

const everyStyle = 'rest,graphql,grpc,soap,mcp'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  allowPositionals: true,
  options: {
    styles: { type: 'string', default: everyStyle },
    columns: { type: 'string' },
    'no-generate': { type: 'boolean', default: false },
  },
})
const columns = values.columns === undefined ? undefined : Number(values.columns)
const entities = columns === undefined ? Number(positionals[0] ?? 100) : 1
if (!Number.isInteger(entities) || entities < 1 || !Number.isInteger(columns ?? 1)) {
  console.error('Say how many entities: npm run size -- 1000 [--styles rest,grpc] [--no-generate], or --columns 1600')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'charter-size-'))
const text = charterText({
  entities,
  styles: values.styles.split(','),
  ...(columns !== undefined && { columns }),
})

/** Runs a file of this folder in a process of its own, so that memory of one does not show in the other's; gives what it wrote. */
const measured = (script: string, result: string, ...more: readonly string[]): unknown => {
  const own = join(folder, script)
  mkdirSync(own)
  writeFileSync(join(own, 'charter.yaml'), text)
  const file = fileURLToPath(new URL(`${script}.ts`, import.meta.url))
  run(process.execPath, ['--disable-warning=ExperimentalWarning', file, own, ...more], own)
  return JSON.parse(readFileSync(join(own, result), 'utf8'))
}

const run = (command: string, words: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${words[1] ?? command} ended with ${status}:\n${stderr}${stdout.slice(0, 4000)}`)
  return stdout
}

/** What `npm run types` of the service runs, with the compiler's own account of time and memory. */
const checked = (): Checked => {
  const service = join(folder, 'generate')
  const tsc = join(service, 'node_modules', 'typescript', 'bin', 'tsc')
  const said = run(process.execPath, [tsc, '--extendedDiagnostics'], service)
  const figure = (name: string): number =>
    Number.parseFloat(new RegExp(`${name}:\\s+([\\d.]+)`).exec(said)?.[1] ?? 'NaN')
  return { seconds: figure('Total time'), memoryMb: figure('Memory used') / 1000, lines: figure('Lines') }
}

const mb = (bytes: number): number => round(bytes / 1e6)

try {
  const started = measured('start', 'started.json', columns === undefined ? '1' : '100') as Started
  const written = values['no-generate'] ? null : (measured('generate', 'written.json') as Written)
  const types = written && checked()
  const figures = {
    entities,
    ...(columns !== undefined && { columns }),
    'charter, MB': mb(text.length),
    'start to the first answer, s': round(started.seconds),
    'start, CPU s': round(started.cpuSeconds),
    'start, peak memory, MB': round(started.peakMb),
    ...Object.fromEntries(
      Object.entries(started.answerSeconds).map(([style, seconds]) => [`a page over ${style}, s`, round(seconds)]),
    ),
    ...Object.fromEntries(Object.entries(started.contracts).map(([file, bytes]) => [`${file}, MB`, mb(bytes)])),
    ...(written && {
      'generate, s': round(written.seconds),
      'generate, peak memory, MB': round(written.peakMb),
      'generated files': written.files,
      'generated, MB': mb(written.bytes),
      'biggest files, MB': written.biggest.map(({ path, bytes }) => `${path} ${mb(bytes)}`).join(', '),
      'biggest source, MB': `${written.biggestSource.path} ${mb(written.biggestSource.bytes)}`,
    }),
    ...(types && {
      'type-check, s': round(types.seconds),
      'type-check, memory, MB': round(types.memoryMb),
      'type-check, lines': types.lines,
    }),
  }
  const bars: readonly Bar[] = [
    atMost('start, seconds', started.seconds, 20),
    atMost('start, peak MB', started.peakMb, 700),
    ...(columns === undefined ? [] : Object.entries(started.answerSeconds)).map(([style, seconds]) =>
      atMost(`a page over ${style}, seconds`, seconds, 5),
    ),
    ...(types ? [atMost('type-check, seconds', types.seconds, 60)] : []),
  ]
  printReport({ bench: 'size', figures, ratios: {}, bars }, true)
  if (!bars.every(({ holds }) => holds)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
