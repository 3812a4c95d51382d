import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '@charter/charter'

const require = createRequire(import.meta.url)
/** How generated services are formatted: as their own biome.json says. */
export const serviceBiomeConfig = {
  formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 120 },
  javascript: { formatter: { semicolons: 'asNeeded', quoteStyle: 'single', trailingCommas: 'all' } },
} as const

/** What this process has formatted, by digest of configuration and text; null for what was as it should be. */
const known = new Map<string, string | null>()

/** Some ten services; most of what each has is the same engine. */
const knownMax = 10_000

/**
 * Formats generated TypeScript with Biome itself. What was formatted before is not again: of a service most is the engine, which is
 * the same in the next. Rejects with Biome's own words when it cannot.
 */
export const formatWithBiome = async (
  files: readonly GeneratedFile[],
  config: object,
): Promise<readonly GeneratedFile[]> => {
  const digests = files.map(({ text }) => digestOf(config, text))
  // Looked up before anything is waited for: who formats meanwhile may let go of it.
  const before = digests.map((digest) => known.get(digest))
  const fresh = files.filter((_, at) => before[at] === undefined)
  const formatted = new Map((fresh.length > 0 ? await inFolder(fresh, config) : []).map((each) => [each.path, each]))
  const all = files.map((file, at) => formatted.get(file.path) ?? { ...file, text: before[at] ?? file.text })
  keep(files, all, digests)
  return all
}

const digestOf = (config: object, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([config, text]))
    .digest('base64')

const keep = (
  given: readonly GeneratedFile[],
  formatted: readonly GeneratedFile[],
  digests: readonly string[],
): void => {
  if (known.size > knownMax) known.clear()
  for (const [at, digest] of digests.entries()) {
    const text = formatted[at]?.text ?? ''
    known.set(digest, text === given[at]?.text ? null : text)
  }
}

/**
 * In a folder of its own. Files are written and read one after the other: thousands of small ones cost less so than through the
 * thread pool.
 */
const inFolder = async (files: readonly GeneratedFile[], config: object): Promise<readonly GeneratedFile[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-format-'))
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, files: { maxSize: 20_000_000 } }))
    for (const below of new Set(files.map(({ path }) => dirname(path))))
      mkdirSync(join(folder, below), { recursive: true })
    for (const { path, text } of files) writeFileSync(join(folder, path), text)
    await biome(folder)
    return files.map((file) => ({ ...file, text: readFileSync(join(folder, file.path), 'utf8') }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Thrown where the formatter was not installed; the sentence says how it is. */
export class NoFormatter extends Error {
  override readonly name = 'NoFormatter'
}

const formatter = (): string => {
  try {
    return require.resolve('@biomejs/biome/bin/biome')
  } catch (error) {
    throw new NoFormatter(
      'Generating needs Biome, which formats what is written, and it was left out when Charter was installed. Install it again with: npm i -g --include=optional <the same tarball>',
      { cause: error },
    )
  }
}

const biome = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = formatter()
    const child = spawn(
      process.execPath,
      [script, 'check', '--write', '--linter-enabled=false', '--max-diagnostics=5', '--colors=off', '.'],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`Biome could not format the generated source:\n${said}`)),
    )
  })
