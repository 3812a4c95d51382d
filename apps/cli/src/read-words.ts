import { readFile, stat } from 'node:fs/promises'
import { EnvironmentFault } from './command.ts'

/** A single word with the ending of a file: hardly what an API is about. */
const fileName = /^\S+\.[a-z][a-z0-9]{0,7}$/i

/** Words as they are said; one that names a file rejects with an EnvironmentFault that says how words are read from one. */
export const saidWords = async (words: string): Promise<string> => {
  if (!fileName.test(words)) return words
  const isThere = await stat(words).then(
    () => true,
    () => false,
  )
  throw new EnvironmentFault(
    isThere
      ? `"${words}" is a file: -f ${words} reads words from it.`
      : `There is no file "${words}"; -f reads words from one.`,
  )
}

/** About a hundred pages: twice what a draft is made for. */
const wordsBytesMax = 400_000

/** The words of a file. Rejects with an EnvironmentFault. */
export const readWords = async (file: string): Promise<string> => {
  try {
    const { size } = await stat(file)
    if (size > wordsBytesMax)
      throw new EnvironmentFault(
        `"${file}" has ${Math.round(size / 1000)} kB; at most ${wordsBytesMax / 1000} kB are read, about a hundred pages. Draft one part of the business at a time.`,
      )
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof EnvironmentFault) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new EnvironmentFault(
      code === 'ENOENT' ? `There is no file "${file}".` : `"${file}" cannot be read: ${message}`,
    )
  }
}
