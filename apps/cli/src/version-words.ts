import type { VersionNamed } from '@charter/server/program'
import { type Asked, required, UsageError } from './command.ts'

/** The number of a version that a line names; undefined where it names none. Throws a UsageError. */
export const numberAt = (asked: Asked, at: number): number | undefined => {
  const word = asked.words[at]
  if (word === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(word))
    throw new UsageError(`"${word}" is no number of a version: they are counted from 1.`)
  return Number(word)
}

/** A project and maybe a number, as the first words of a line. Throws a UsageError. */
export const versionWords = (asked: Asked): VersionNamed => {
  const [project, number] = [required(asked, 0, 'The name of a project'), numberAt(asked, 1)]
  return number === undefined ? { project } : { project, number }
}
