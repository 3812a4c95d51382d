import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files in a folder that goes when `use` is done. */
export const inFolder = async <Result>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-names-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a program said where it did not end well; nothing where it did. Five minutes at most. */
export const complaintsOf = (program: string, parameters: readonly string[], cwd?: string): readonly string[] => {
  const ran = spawnSync(program, parameters, { cwd, encoding: 'utf8', timeout: 300_000, maxBuffer: 1 << 26 })
  if (ran.status === 0) return []
  return [`${ran.stderr}\n${ran.stdout}`.trim().slice(0, 600) || String(ran.error ?? `ended with ${ran.status}`)]
}

export const isThere = (program: string, parameters: readonly string[]): boolean =>
  spawnSync(program, parameters, { timeout: 60_000 }).status === 0
