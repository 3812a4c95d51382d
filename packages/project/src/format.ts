import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

const batchMax = 2000

/** Formats generated TypeScript with Biome itself, in a folder of its own. Rejects with Biome's own words when it cannot. */
export const formatWithBiome = async (
  files: readonly GeneratedFile[],
  config: object,
): Promise<readonly GeneratedFile[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-format-'))
  try {
    await writeFile(join(folder, 'biome.json'), JSON.stringify({ ...config, files: { maxSize: 20_000_000 } }))
    for (let at = 0; at < files.length; at += batchMax)
      await Promise.all(files.slice(at, at + batchMax).map((file) => place(folder, file)))
    await biome(folder)
    return await Promise.all(
      files.map(async (file) => ({ ...file, text: await readFile(join(folder, file.path), 'utf8') })),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const place = async (folder: string, { path, text }: GeneratedFile): Promise<void> => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

const biome = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = require.resolve('@biomejs/biome/bin/biome')
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
