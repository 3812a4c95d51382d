import type { Statements } from '../analysis.ts'

const styles: readonly (readonly [string, RegExp])[] = [
  ['rest', /\bREST(?:ful|-?API)?\b/i],
  ['graphql', /\bgraph ?ql\b/i],
  ['grpc', /\bg-?rpc\b/i],
  ['soap', /\bSOAP\b|\bWSDL\b/],
  ['mcp', /\bMCP\b|\bmodel context protocol\b/i],
]
const languages: readonly (readonly [string, RegExp])[] = [
  [
    'go',
    /\b(?:in|uses?|with|wants?|:|,|and) ?(?:Go|golang)\b|\bGo(?=[,.;/)]| (?:service|and|backend|1\.|please|pls|with|on))|\bgolang\b/,
  ],
  ['node', /\b(?:node(?:\.?js)?|typescript|javascript|TS)\b/i],
  ['python', /\bpython\b|\bdjango\b|\bfastapi\b/i],
  ['java', /\bjava\b(?!script)|\bspring boot\b/i],
  ['csharp', /\bC#|\.NET\b|\bASP\.NET\b|\bcsharp\b/i],
  ['kotlin', /\bkotlin\b/i],
  ['php', /\bPHP\b|\blaravel\b/i],
  ['ruby', /\bruby\b|\brails\b/i],
  ['rust', /\brust\b/i],
]
const databases: readonly (readonly [string, RegExp])[] = [
  ['postgresql', /\bpostgres(?:ql)?\b|\btimescale/i],
  ['mysql', /\bmysql\b/i],
  ['mariadb', /\bmariadb\b/i],
  ['sqlserver', /\b(?:MS )?sql server\b|\bmssql\b/i],
  ['oracle', /\boracle\b/i],
  ['sqlite', /\bsqlite\b/i],
  ['mongodb', /\bmongo(?:db)?\b/i],
  ['db2', /\bdb2\b/i],
]
const frameworks: readonly (readonly [string, RegExp])[] = [
  ['hipaa', /\bHIPAA\b/i],
  ['gdpr', /\bGDPR\b|\bAVG\b|\bDSGVO\b|\bdata protection act\b/i],
  ['pci-dss', /\bPCI(?:[- ]DSS)?\b/],
  ['sox', /\bSOX\b/],
  ['soc2', /\bSOC ?2\b/i],
  ['iso27001', /\bISO ?27001\b/i],
  ['ferpa', /\bFERPA\b/],
  ['fedramp', /\bFedRAMP\b/i],
]

/** What a text says of how the service is built and bounded. */
export const statementsIn = (words: string): Statements => ({
  styles: stylesIn(words),
  language: languages.find(([, pattern]) => said(words, pattern))?.[0] ?? null,
  database: databases.find(([, pattern]) => said(words, pattern))?.[0] ?? null,
  frameworks: frameworks.filter(([, pattern]) => said(words, pattern)).map(([name]) => name),
  pageSize: pageSizeIn(words),
  rateLimit: rateLimitIn(words),
})

const stylesIn = (words: string): readonly string[] =>
  styles.filter(([, pattern]) => said(words, pattern)).map(([name]) => name)

/** The styles of a draft: REST, which the page and the tests of a service speak, and what the words ask for besides. */
export const servesIn = (words: string): readonly string[] => servedOver(stylesIn(words))

export const servedOver = (asked: readonly string[]): readonly string[] => [...new Set(['rest', ...asked])]

const denial =
  /\b(?:no|not|never|without|instead of|than|don't|against|except|replaces?|rather than|considered|isn't|is not)\b[^.,;]{0,14}$/i

/** Somewhere the words name it without a denial just before. */
const said = (words: string, pattern: RegExp): boolean => {
  for (const found of words.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))) {
    const before = words.slice(Math.max(0, found.index - 40), found.index)
    const after = words.slice(found.index + found[0].length, found.index + found[0].length + 60)
    if (!denial.test(before) && !/^[^.,;\n]{0,25}\b(?:was|is|are) (?:considered|not|dropped)/i.test(after)) return true
  }
  return false
}

const pageSizeIn = (words: string): number | null => {
  const found =
    /\b(?:pages? of|page size(?: of| is|:)?|paged?(?:,| by| at)?|at a time|per page|a page|on a page|to a page)\D{0,20}?(\d{1,4})\b/i.exec(
      words,
    ) ??
    /\b(\d{1,4})\s+(?:\w+ ){0,2}(?:per page|a page|to a page|on a page|at a time|each page|per call|rows a call|by default)/i.exec(
      words,
    ) ??
    /\blists?\b[^.\n]{0,30}?\b(\d{1,4})\b/i.exec(words)
  const near = /\b(\d{1,4})\s+(?:[a-z]+\s+){0,3}(?:per page|a page|to a page|on a page|at a time)\b/i.exec(words)
  const text = near?.[1] ?? found?.[1]
  return text === undefined ? null : Number(text)
}

const perMinute: Readonly<Record<string, number>> = { second: 60, sec: 60, s: 60, minute: 1, min: 1, hour: 1 / 60 }

const rateLimitIn = (words: string): number | null => {
  const found =
    /\b(\d[\d,.]*)\s*(?:requests?|calls?|hits?|req)\b[^.\n]{0,24}?(?:per|a|an|each|every|\/)\s*(second|sec|minute|min|hour)\b/i.exec(
      words,
    )
  return found?.[1] && found[2]
    ? Math.round(Number(found[1].replace(/[,.]/g, '')) * (perMinute[found[2].toLowerCase()] ?? 1))
    : null
}
