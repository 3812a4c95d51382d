import { z } from 'zod'
import type { Found } from './take-findings.ts'

/** What a scanner said, as far as it is taken. */
export interface Sarif {
  readonly found: readonly Found[]
  /** How many more there were. */
  readonly left: number
}

const runsMax = 20
/** Of one document. */
const resultsMax = 500

const texts = z.record(z.string(), z.string()).optional()
const message = z.object({ text: z.string().optional() }).optional()
const rule = z.object({
  id: z.string(),
  name: z.string().optional(),
  shortDescription: message,
  defaultConfiguration: z.object({ level: z.string().optional() }).optional(),
  properties: z.object({ 'security-severity': z.union([z.string(), z.number()]).optional() }).optional(),
})
const result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().optional(),
  kind: z.string().optional(),
  level: z.string().optional(),
  baselineState: z.string().optional(),
  message,
  suppressions: z.array(z.object({ status: z.string().optional() })).optional(),
  fingerprints: texts,
  partialFingerprints: texts,
  locations: z
    .array(
      z.object({
        physicalLocation: z
          .object({
            artifactLocation: z.object({ uri: z.string().optional() }).optional(),
            region: z.object({ startLine: z.number().optional() }).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})
const document = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.object({
        tool: z.object({ driver: z.object({ name: z.string(), rules: z.array(rule).optional() }) }),
        results: z.array(result).nullish(),
      }),
    )
    .max(runsMax),
})

type Rule = z.infer<typeof rule>
type Result = z.infer<typeof result>

/**
 * What a SARIF document reports (OASIS, Static Analysis Results Interchange Format 2.1.0): what failed, is not suppressed, and is there still.
 * Null where it is none; of more than five hundred results the first are read.
 */
export const readSarif = (sarif: unknown): Sarif | null => {
  const read = document.safeParse(sarif)
  if (!read.success) return null
  const found = read.data.runs.flatMap(({ tool: { driver }, results }) =>
    (results ?? []).filter(isReported).map((each) => foundOf(driver.name, ruleOf(driver.rules ?? [], each), each)),
  )
  return { found: found.slice(0, resultsMax), left: Math.max(0, found.length - resultsMax) }
}

/** 3.27.9 kind, 3.27.23 suppressions, 3.27.24 baselineState. */
const isReported = ({ kind = 'fail', suppressions = [], baselineState }: Result): boolean =>
  kind === 'fail' &&
  baselineState !== 'absent' &&
  !suppressions.some(({ status = 'accepted' }) => status === 'accepted')

const ruleOf = (rules: readonly Rule[], { ruleId, ruleIndex }: Result): Rule | undefined =>
  ruleIndex === undefined || ruleIndex < 0 ? rules.find(({ id }) => id === ruleId) : rules[ruleIndex]

const foundOf = (tool: string, of: Rule | undefined, each: Result): Found => {
  const place = each.locations?.[0]?.physicalLocation
  const uri = place?.artifactLocation?.uri ?? ''
  const line = place?.region?.startLine
  const about = uri === '' ? '' : line === undefined ? uri : `${uri}:${line}`
  const rules = each.ruleId ?? of?.id ?? ''
  const said = each.message?.text ?? ''
  const marks = Object.entries({ ...each.partialFingerprints, ...each.fingerprints }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return {
    source: 'scan',
    severity: severityOf(each, of),
    title: (of?.shortDescription?.text || of?.name || rules || said || tool).slice(0, 200),
    text: `${tool}: ${said === '' ? rules : said}`.slice(0, 4000),
    about: about === '' ? null : about.slice(0, 400),
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
