import type { SchemaJson, ValidationError } from '@cedar-policy/cedar-wasm/nodejs'
import { type Charter, createReporter, type Diagnostic, type Reporter } from '@charter/charter'
import type { Predicate, Rule } from '@charter/runtime'
import { cedar } from './cedar.ts'
import { cedarSchema, entitySchema } from './cedar-schema.ts'
import { compilePolicy } from './compile-policy.ts'
import { accessDiagnostics } from './diagnostics.ts'
import { allowPolicies, movePolicies, type Policy, routePolicies, writtenPolicies } from './policy.ts'

export interface CompiledAccess {
  readonly rules: readonly Rule[]
  /** Every policy that decides what callers may do, as Cedar text, `allow` spelled out. `rules` hold what moves ask besides. */
  readonly cedar: string
  readonly schema: SchemaJson<string>
  readonly diagnostics: readonly Diagnostic[]
}

/** Whoever checks a charter and then works on it asks twice. */
const compiled = new WeakMap<Charter, CompiledAccess>()

/**
 * `allow` and `policies` of a charter as Cedar, validated against the charter's own Cedar schema, and as the rules that
 * services run. What is outside the subset (docs/semantics.md, Access language) is refused at its line.
 */
export const compileAccess = (charter: Charter): CompiledAccess => {
  const known = compiled.get(charter) ?? compile(charter)
  compiled.set(charter, known)
  return known
}

const compile = (charter: Charter): CompiledAccess => {
  const reporter = createReporter(accessDiagnostics)
  const schema = cedarSchema(charter)
  const granting = [...allowPolicies(charter), ...routePolicies(charter), ...readable(charter, reporter)]
  const policies = [...granting, ...movePolicies(charter)]
  const made = policies.map((policy) => ({ policy, rules: compilePolicy(policy, charter, reporter) }))
  const rules = made.flatMap((each) => each.rules ?? [])
  const valid = made.flatMap((each) => (each.rules === null ? [] : [each.policy]))
  const byName = new Map(charter.entities.map((entity) => [entity.name, entity]))
  for (const [entity, own] of Map.groupBy(valid, (policy) => policy.entity))
    validateAll(own, entity ? entitySchema(charter, entity, byName) : schema, reporter)
  for (const rule of rules) refuseFollowing(rule, charter, policies, reporter)
  return { rules, cedar: granting.map(({ text }) => `${text}\n`).join('\n'), schema, diagnostics: once(reporter.found) }
}

/** Cedar says the same of both sides of a comparison. */
const once = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.filter(
    (each, index) =>
      found.findIndex(
        (other) =>
          other.code === each.code && other.message === each.message && placeKey(other.place) === placeKey(each.place),
      ) === index,
  )

type AccessReporter = Reporter<typeof accessDiagnostics>

const placeKey = ({ file, line, column }: Diagnostic['place']): string => `${file}:${line}:${column}`

const readable = (charter: Charter, reporter: AccessReporter): readonly Policy[] =>
  writtenPolicies(charter).flatMap((policy) => {
    if (!('error' in policy)) return [policy]
    reporter.report('cedar-syntax', { place: policy.place, path: 'policies' }, { why: policy.error })
    return []
  })

const validateAll = (policies: readonly Policy[], schema: SchemaJson<string>, reporter: AccessReporter): void => {
  const byId = new Map(policies.map((policy) => [policy.id, policy]))
  const answer = cedar().validate({
    schema,
    policies: { staticPolicies: Object.fromEntries(policies.map(({ id, text }) => [id, text])) },
  })
  if (answer.type === 'failure') {
    // Each policy has been parsed and the schema is our own: a failure here is about a name that Cedar will not take.
    const place = policies[0]?.placeOf(0) ?? { file: 'charter.yaml', line: 1, column: 1 }
    const why = answer.errors.map((each) => each.message).join('; ')
    reporter.report('cedar-type', { place, path: 'policies' }, { why, help: undefined })
    return
  }
  for (const each of answer.validationErrors) reportInvalid(each, byId.get(each.policyId), reporter)
  for (const each of answer.validationWarnings) {
    const policy = byId.get(each.policyId)
    if (policy)
      reporter.report('cedar-impossible', { place: policy.placeOf(0), path: policy.path }, { why: sentenceOf(each) })
  }
}

const reportInvalid = (found: ValidationError, policy: Policy | undefined, reporter: AccessReporter): void => {
  if (!policy) return
  const at = { place: policy.placeOf(found.error.sourceLocations?.[0]?.start ?? 0), path: policy.path }
  const why = sentenceOf(found)
  const isForbid = /^(?:\s|@\w+\("[^"]*"\)|\/\/.*\n)*forbid\b/.test(policy.text)
  if (isForbid && why.includes('unable to guarantee safety')) reporter.report('forbid-can-err', at, { why })
  else reporter.report('cedar-type', at, { why, help: helpOf(found, policy) })
}

/** Cedar asks to guard an `e` that no charter has: what is written there is called by its name. */
const helpOf = (
  { error: { message, help, sourceLocations } }: ValidationError,
  { text }: Policy,
): string | undefined => {
  const { start = 0, end = 0 } = sourceLocations?.[0] ?? {}
  const attribute = /attribute `(?:\w+\.)*(\w+)`/.exec(message)?.[1]
  const [, owner] = new RegExp(`^((?:resource|principal)[\\w.]*?)\\.${attribute}\\b`).exec(text.slice(start, end)) ?? []
  if (owner === undefined || !help?.includes('`e has ')) return help?.replace(/\.$/, '')
  const guard = `write \`${owner} has ${attribute} && …\``
  return owner === 'principal' ? `${guard}, or give ${attribute} \`required: true\` under \`access.principal\`` : guard
}

const sentenceOf = ({ error }: ValidationError): string =>
  error.message.replace(/^for policy `[^`]*`, /, '').replace(/\.$/, '')

/** In a database that is not ours nothing keeps a reference from pointing nowhere, and following it would err. */
const refuseFollowing = (rule: Rule, charter: Charter, policies: readonly Policy[], reporter: AccessReporter): void => {
  if (rule.effect !== 'forbid' || !rule.when || !followsRelation(rule.when)) return
  const entity = charter.entities.find((each) => each.name === rule.entity)
  const source = charter.sources.find((each) => each.name === entity?.source)
  if (source?.kind !== 'url') return
  const policy = policies.find((each) => each.id === rule.id || rule.id.startsWith(`${each.id}:`))
  const why = 'it follows a relation in a database that is not ours, where the other row may be missing'
  if (policy) reporter.report('forbid-can-err', { place: policy.placeOf(0), path: policy.path }, { why })
}

const followsRelation = (predicate: Predicate): boolean => {
  if (predicate.kind === 'and' || predicate.kind === 'or') return predicate.of.some(followsRelation)
  if (predicate.kind === 'not') return followsRelation(predicate.of)
  return JSON.stringify(predicate).includes('"path":') && /"path":\["[^"]+",/.test(JSON.stringify(predicate))
}
