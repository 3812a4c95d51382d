import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from './fault.ts'

/** A copy of a generated service in `folder`, sharing its dependencies. */
export const copyService = async (base: string, folder: string): Promise<void> => {
  await cp(base, folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await symlink(join(base, 'node_modules'), join(folder, 'node_modules'))
}

/** Puts the fault into its file. Rejects when its text is not there exactly once. */
export const plant = async (folder: string, { name, file, from, to }: Fault): Promise<void> => {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  const times = text.split(from).length - 1
  if (times !== 1)
    throw new Error(
      `The fault "${name}" no longer fits: its text is ${times} times in ${file}. Mend it in conformance/judge/fault.ts.`,
    )
  await writeFile(
    path,
    text.replace(from, () => to),
  )
}
