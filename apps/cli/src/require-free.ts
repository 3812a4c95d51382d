import { existsSync } from 'node:fs'
import { type Asked, EnvironmentFault } from './command.ts'

/** Refuses to write a file over one that is there, unless `--force` says so. */
export const requireFree = (file: string, asked: Asked): void => {
  if (!asked.flag('force') && existsSync(file))
    throw new EnvironmentFault(
      `${file} is there already. Nothing was written: name another file with -o, or say --force to replace it.`,
    )
}
