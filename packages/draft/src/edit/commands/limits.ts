import type { Command } from '../command.ts'
import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'

interface Limit {
  readonly key: string
  readonly pattern: RegExp
  readonly factor?: (unit: string) => number
}

const bytes = (unit: string): number =>
  /^g/i.test(unit) ? 1024 ** 3 : /^m/i.test(unit) ? 1024 ** 2 : /^k/i.test(unit) ? 1024 : 1
const milliseconds = (unit: string): number => (/^min/i.test(unit) ? 60_000 : /^m/i.test(unit) ? 1 : 1000)

/** In order: what is said more narrowly goes first. */
const limits: readonly Limit[] = [
  {
    key: 'pageSizeMax',
    pattern:
      /\b(?:page size|pages?)\b.*\b(?:at most|max(?:imum)?|up to|no more than|never more than|limit(?:ed)? (?:of|to|at))\b\D*(\d+)/i,
  },
  {
    key: 'pageSizeMax',
    pattern:
      /\b(?:at most|max(?:imum)?(?: of)?|up to|no more than)\s+(\d+)\s+(?:\w+\s+)?(?:per|a|on a|in a|each) page\b/i,
  },
  { key: 'pageSizeMax', pattern: /\b(?:max(?:imum)?|largest|biggest) page size\b\D*(\d+)/i },
  { key: 'pageSizeDefault', pattern: /\b(?:page size|pages?)\b\D*(\d+)/i },
  { key: 'pageSizeDefault', pattern: /\b(\d+)\s+(?:\w+\s+)?(?:per|a|on a|in a|each) page\b/i },
  { key: 'batchMax', pattern: /\bbatch(?:es)?\b\D*(\d+)/i },
  { key: 'importLinesMax', pattern: /\bimports?\b\D*(\d+)/i },
  {
    key: 'bodyBytesMax',
    pattern: /\b(?:body|bodies|requests?|uploads?)\b\D*(\d+)\s*(g|m|k)?(?:i?b|bytes|ilobytes|egabytes)\b/i,
    factor: bytes,
  },
  {
    key: 'requestTimeoutMs',
    pattern:
      /\b(?:time ?-?outs?|times? out|requests? (?:may )?take|cut off)\b\D*(\d+)\s*(milliseconds|ms|seconds?|s|minutes?|min)\b/i,
    factor: milliseconds,
  },
  { key: 'includeDepthMax', pattern: /\binclud\w+\b.*\b(?:deep|depth|levels?)\b\D*(\d+)/i },
]

const rate = /\b\d+\s+(?:requests?|calls?)\s+(?:per|a|an|each|every|\/)\s*(?:second|minute|hour|day)|\brate ?-?limit/i

/** `page size 50`, `at most 200 per page`, `requests time out after 10 seconds`. */
export const changeLimits: Command = {
  example: 'page size 50',
  run: (clause, desk) => {
    if (rate.test(clause.text))
      throw new Unclear(
        'A charter has no limit on requests per time yet; a gateway in front of it does that. It limits page size, bodies, batches, imports and time ("page size 50", "requests time out after 10 seconds").',
      )
    const parts = clause.text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    const found = parts.flatMap((part) => limitIn(part) ?? [])
    for (const { key, value } of found) setLimit(clause, desk, key, value)
    return found.length > 0
  },
}

const limitIn = (part: string): { readonly key: string; readonly value: number } | null => {
  const limit = limits.find(({ pattern }) => pattern.test(part))
  const [, digits, unit = ''] = limit?.pattern.exec(part) ?? []
  return limit && digits !== undefined ? { key: limit.key, value: Number(digits) * (limit.factor?.(unit) ?? 1) } : null
}

/** The usual page is never longer than the longest. */
const setLimit = (clause: Clause, desk: Desk, key: string, value: number): void => {
  const { pageSizeDefault, pageSizeMax } = desk.charter.limits
  desk.sheet.set(['limits', key], value)
  if (key === 'pageSizeDefault' && value > pageSizeMax) desk.sheet.set(['limits', 'pageSizeMax'], value)
  if (key === 'pageSizeMax' && value < pageSizeDefault) desk.sheet.set(['limits', 'pageSizeDefault'], value)
  desk.did(clause, `limits.${key}`, `Set ${key} to ${value}.`)
}
