import { saidText } from '@charter/deploy'
import { z } from 'zod'
import type { Found } from './take-findings.ts'

/** What a scanner said, as far as it is taken. */
export interface Sarif {
  readonly found: readonly Found[]
  /** How many more there were. */
  readonly left: number
}

const runsMax = 20
/** Of one document: as many as GitHub takes of a run. */
const rulesMax = 25_000
/** Of one document, reported or not. */
const resultsMax = 25_000
/** Of one document, those that are built. */
const foundMax = 500
/** What one result lists: fingerprints, suppressions, … */
const eachMax = 100
const idLengthMax = 1000

/** A list that is counted before anything of it is looked at: what is wrong a thousand times is no thousand issues. */
const few = <Each extends z.ZodType>(each: Each, most: number) => z.array(z.unknown()).max(most).pipe(z.array(each))

const texts = z
  .record(z.string(), z.unknown())
  .refine((marks) => Object.keys(marks).length <= eachMax)
  .pipe(z.record(z.string(), z.string()))
  .optional()
const message = z.object({ text: z.string().optional() }).optional()
const rule = z.object({
  id: z.string(),
  name: z.string().optional(),
  shortDescription: message,
  defaultConfiguration: z.object({ level: z.string().optional() }).optional(),
  properties: z.object({ 'security-severity': z.union([z.string(), z.number()]).optional() }).optional(),
})
/** By what a result is counted, or not. */
const reported = z.object({
  kind: z.string().optional(),
  baselineState: z.string().optional(),
  suppressions: few(z.object({ status: z.string().optional() }), eachMax).optional(),
})
const result = reported.extend({
  ruleId: z.string().optional(),
  ruleIndex: z.number().optional(),
  level: z.string().optional(),
  message,
  fingerprints: texts,
  partialFingerprints: texts,
  locations: few(
    z.object({
      physicalLocation: z
        .object({
          artifactLocation: z.object({ uri: z.string().optional() }).optional(),
          region: z.object({ startLine: z.number().optional() }).optional(),
        })
        .optional(),
    }),
    eachMax,
  ).optional(),
})
const document = z.object({
  version: z.literal('2.1.0'),
  runs: few(
    z.object({
      tool: z.object({ driver: z.object({ name: z.string(), rules: z.array(z.unknown()).default([]) }) }),
      results: z.array(z.unknown()).nullish(),
    }),
    runsMax,
  ),
})

type Rule = z.infer<typeof rule>
type Result = z.infer<typeof result>
type Run = z.infer<typeof document>['runs'][number]

/**
 * What a SARIF document reports (OASIS, Static Analysis Results Interchange Format 2.1.0): what failed, is not suppressed, and is there still.
 * Null where it is none, or has more runs, rules or results than one may have; of more than five hundred that are reported the first are
 * built, and the rest is counted.
 */
export const readSarif = (sarif: unknown): Sarif | null => {
  const read = document.safeParse(sarif)
  if (!read.success || isTooMuch(read.data.runs)) return null
  const found: Found[] = []
  let left = 0
  for (const { tool, results } of read.data.runs) {
    const ruleOf = rulesIn(tool.driver.rules)
    if (!ruleOf) return null
    const name = saidText(tool.driver.name, nameLengthMax)
    for (const given of results ?? []) {
      const isFull = found.length >= foundMax
      const each = (isFull ? reported : result).safeParse(given)
      if (!each.success) return null
      if (!isReported(each.data)) continue
      if (isFull) left++
      else found.push(foundOf(name, ruleOf(each.data), each.data))
    }
  }
  return { found, left }
}

const nameLengthMax = 200

const isTooMuch = (runs: readonly Run[]): boolean =>
  sumOf(runs, ({ tool }) => tool.driver.rules.length) > rulesMax ||
  sumOf(runs, ({ results }) => results?.length ?? 0) > resultsMax

const sumOf = (runs: readonly Run[], of: (run: Run) => number): number => runs.reduce((sum, run) => sum + of(run), 0)

/** 3.27.9 kind, 3.27.23 suppressions, 3.27.24 baselineState. */
const isReported = ({ kind = 'fail', suppressions = [], baselineState }: z.infer<typeof reported>): boolean =>
  kind === 'fail' &&
  baselineState !== 'absent' &&
  !suppressions.some(({ status = 'accepted' }) => status === 'accepted')

/** The rule of a result, by its place or else by its id: the first of that id. Null where one is no rule. */
const rulesIn = (given: readonly unknown[]): ((of: Result) => Rule | undefined) | null => {
  const rules: Rule[] = []
  const byId = new Map<string | undefined, Rule>()
  for (const each of given) {
    const { success, data } = rule.safeParse(each)
    if (!success) return null
    rules.push(data)
    if (!byId.has(data.id)) byId.set(data.id, data)
  }
  return ({ ruleId, ruleIndex = -1 }) => (ruleIndex < 0 ? byId.get(ruleId) : rules[ruleIndex])
}

/** A name or a rule may be long, and of every result: only the beginning of what results share is kept with each. */
const foundOf = (tool: string, of: Rule | undefined, each: Result): Found => {
  const place = each.locations?.[0]?.physicalLocation
  const uri = place?.artifactLocation?.uri ?? ''
  const line = place?.region?.startLine
  const about = uri === '' ? '' : line === undefined ? uri : `${uri}:${line}`
  const rules = (each.ruleId ?? of?.id ?? '').slice(0, idLengthMax)
  const said = each.message?.text ?? ''
  const marks = Object.entries({ ...each.partialFingerprints, ...each.fingerprints }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return {
    source: 'scan',
    severity: severityOf(each, of),
    title: saidText(of?.shortDescription?.text || of?.name || rules || said || tool, 200) || '?',
    text: saidText(`${tool}: ${said === '' ? rules : said}`, 4000),
    about: saidText(about, 400) || null,
    sameBy: JSON.stringify(marks.length > 0 ? [tool, rules, marks] : [tool, rules, about, said]),
  }
}

/** A score of CVSS where the rule has one, as GitHub reads it; else the level (3.27.10). */
const severityOf = ({ level }: Result, of: Rule | undefined): Found['severity'] => {
  const score = Number(of?.properties?.['security-severity'] ?? Number.NaN)
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  if (score > 0) return 'low'
  return levels[level ?? of?.defaultConfiguration?.level ?? 'warning'] ?? 'medium'
}

const levels: Readonly<Record<string, Found['severity']>> = {
  error: 'high',
  warning: 'medium',
  note: 'low',
  none: 'low',
}
