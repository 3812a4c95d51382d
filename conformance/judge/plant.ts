import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from './faults/fault.ts'

/** A copy of a generated service in `folder`, sharing its dependencies. */
export const copyService = async (base: string, folder: string): Promise<void> => {
  await cp(base, folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await symlink(join(base, 'node_modules'), join(folder, 'node_modules'))
}

/** Puts the fault into its file. Rejects when its text is not there exactly once. */
export const plant = async (folder: string, fault: Fault): Promise<void> => {
  const path = join(folder, fault.file)
  await writeFile(path, planted(await readFile(path, 'utf8'), fault))
}

/** A file's text with the fault in it. Throws when the fault's text is not there exactly once. */
export const planted = (text: string, { name, file, from, to }: Fault): string => {
  const times = text.split(from).length - 1
  if (times !== 1)
    throw new Error(
      `The fault "${name}" no longer fits: its text is ${times} times in ${file}. Mend it in conformance/judge/faults/.`,
    )
  return text.replace(from, () => to)
}
