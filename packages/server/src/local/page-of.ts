import { endOfFile } from '@charter/deploy'

/** A service says it as it begins, and its log may be as long as it likes. */
const logBytesMax = 4 * 1024 * 1024

/**
 * Where a service in development has its page, of what it said in its log as it began, as it is reached from outside; undefined where the end
 * of its log says nothing of one.
 */
export const pageOf = (log: string, address: string): string | undefined => {
  const said = endOfFile(log, logBytesMax)
    .toString()
    .matchAll(/"pageUrl":"[^"]*\?secret=([\w-]{16,128})"/g)
  const secret = [...said].at(-1)?.[1]
  return secret === undefined ? undefined : `${address}/?secret=${secret}`
}
