import { readFileSync } from 'node:fs'

/**
 * Where a service in development has its page, of what it said in its log as it began, as it is reached from outside; undefined where it
 * said nothing of one.
 */
export const pageOf = (log: string, address: string): string | undefined => {
  const said = readFileSync(log, 'utf8').matchAll(/"pageUrl":"[^"]*\?secret=([\w-]{16,128})"/g)
  const secret = [...said].at(-1)?.[1]
  return secret === undefined ? undefined : `${address}/?secret=${secret}`
}
