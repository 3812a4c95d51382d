import type { Charter } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import { checkAccess } from './check-access.ts'
import { checkAtRest } from './check-at-rest.ts'
import { checkBuilt } from './check-built.ts'
import type { CheckContext } from './check-context.ts'
import { checkEntity } from './check-entity.ts'
import { checkFiles } from './check-files.ts'
import { checkFirstRows } from './check-first-rows.ts'
import { checkGrants } from './check-grants.ts'
import { checkInternal } from './check-internal.ts'
import { checkJobs } from './check-jobs.ts'
import { checkMembership } from './check-membership.ts'
import { checkNames } from './check-names.ts'
import { checkProtection } from './check-protection.ts'
import { checkRenames } from './check-renames.ts'
import { checkRoutes } from './check-routes.ts'
import { checkSets } from './check-sets.ts'
import { checkStates } from './check-states.ts'
import { checkTells } from './check-tells.ts'
import { checkTold } from './check-told.ts'
import { checkTypes } from './check-types.ts'
import { checkWriteOnly } from './check-write-only.ts'
import { type Connector, connectorOf } from './connector.ts'
import type { Diagnostic } from './diagnostic.ts'
import { charterDiagnostics } from './diagnostics.ts'
import { createReporter, sortDiagnostics } from './report.ts'

/** What rests on who may do what. */
const ofRules: readonly CharterCheck[] = [checkFirstRows, checkGrants, checkTells, checkTold]

/**
 * Every mistake of a read charter at once: names that point nowhere, values that cannot be, what nobody may do, what is
 * declared and not built yet (`not-built-yet`, which `generate` and `run` refuse), and what styles, connectors and access say.
 */
export const checkCharter = (charter: Charter, context: CheckContext): readonly Diagnostic[] => {
  const reporter = createReporter(charterDiagnostics)
  const parts: readonly CharterCheck[] = [
    checkNames,
    checkTypes,
    checkEntity,
    checkProtection,
    checkStates,
    checkWriteOnly,
    checkFiles,
    checkSets,
    checkRoutes,
    checkAccess,
    checkMembership,
    checkInternal,
    checkJobs,
    checkBuilt,
    checkAtRest,
    checkRenames,
  ]
  const { rules, diagnostics } = context.access?.(charter) ?? { rules: [], diagnostics: [] }
  // A rule with a mistake is not among them: who may do what is known again when it is mended.
  const areRulesWhole = !diagnostics.some(({ severity }) => severity === 'error')
  for (const part of areRulesWhole ? [...parts, ...ofRules] : parts) part(charter, reporter, { ...context, rules })
  const others = [
    ...context.styles.flatMap(({ settings }) => settings?.check?.(charter) ?? []),
    ...context.styles.filter(({ name }) => charter.serves.includes(name)).flatMap((style) => style.check(charter)),
    ...context.connectors.filter((each) => isUsed(each, charter)).flatMap((connector) => connector.check(charter)),
    ...diagnostics,
  ]
  return sortDiagnostics([...reporter.found, ...others])
}

const isUsed = (connector: Pick<Connector, 'name' | 'accepts'>, charter: Charter): boolean =>
  charter.sources.some((source) => connectorOf(source, [connector]) !== undefined)

/** Whether `generate` and `run` have to refuse: errors, or what is not built yet. */
export const isRefused = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity, code }) => severity === 'error' || code === 'not-built-yet')
