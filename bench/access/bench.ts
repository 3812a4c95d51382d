import { readFileSync } from 'node:fs'
import { preparsePolicySet, preparseSchema, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { compileAccess } from '@charter/access'
import { type Charter, parseCharter } from '@charter/charter'
import { evaluate, type JsonObject, type Principal, type Rule } from '@charter/runtime'
import { styles } from '@charter/styles'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const decisionsPerRound = 200_000
const cedarPerRound = 2_000

/** One decision: rules chosen by entity, action and roles, then judged on a row, against Cedar's own engine on the same. */
export const access = async (): Promise<BenchReport> => {
  const works = [clinic(), hundred()].map((work) => ({ ...work, ours: [] as number[], cedar: [] as number[] }))
  for (const work of works) requireEqual(work)
  for (let round = -1; round < rounds; round++)
    for (const work of works) {
      const [ours, cedar] = [
        microsPerDecision(decisionsPerRound, work.decideOurs),
        microsPerDecision(cedarPerRound, work.decideCedar),
      ]
      // The first round only warms both up.
      if (round >= 0) {
        work.ours.push(ours)
        work.cedar.push(cedar)
      }
    }
  return {
    bench: 'access',
    figures: Object.fromEntries(
      works.flatMap(({ name, ours, cedar }) => [
        [`${name}: compiled, CPU µs per decision`, spread(ours)],
        [`${name}: cedar-wasm, policies and schema parsed before, CPU µs`, spread(cedar)],
      ]),
    ),
    ratios: Object.fromEntries(
      works.map(({ name, ours, cedar }) => [`${name}: cedar-wasm / compiled`, round(median(cedar) / median(ours))]),
    ),
    bars: works.map(({ name, ours }) => atMost(`${name}: CPU µs per decision`, median(ours), 1)),
  }
}

interface Asked {
  readonly entity: string
  readonly action: string
  readonly row: JsonObject
  readonly principal: Principal
}

interface Work {
  readonly name: string
  readonly asked: readonly Asked[]
  decideOurs(at: number): boolean
  decideCedar(at: number): boolean
}

const microsPerDecision = (count: number, decide: (at: number) => boolean): number => {
  const before = process.cpuUsage()
  let allowed = 0
  for (let at = 0; at < count; at++) if (decide(at)) allowed++
  if (allowed === 0 || allowed === count) throw new Error('a decision that is always the same measures nothing')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

const workOf = (name: string, charter: Charter, asked: readonly Asked[]): Work => {
  const { rules, cedar, schema, diagnostics } = compileAccess(charter)
  const wrong = diagnostics.find(({ severity }) => severity === 'error')
  if (wrong) throw new Error(wrong.message)
  preparsePolicySet(name, { staticPolicies: cedar })
  preparseSchema(name, schema)
  const decide = decider(rules)
  const calls = asked.map(({ entity, action, row, principal }) => ({
    principal: { type: 'Principal', id: principal.id },
    action: { type: 'Action', id: `${entity}.${action}` },
    resource: { type: entity, id: String(row.id) },
    context: {},
    preparsedPolicySetId: name,
    preparsedSchemaName: name,
    validateRequest: false,
    entities: entitiesOf(charter, entity, row, principal),
  }))
  return {
    name,
    asked,
    decideOurs: (at) => decide(asked[at % asked.length] as Asked),
    decideCedar: (at) => {
      const answer = statefulIsAuthorized(calls[at % calls.length] as (typeof calls)[number])
      if (answer.type === 'failure') throw new Error(answer.errors[0]?.message)
      return answer.response.decision === 'allow'
    },
  }
}

/** As a service does it: the rules of an entity and action for a set of roles are chosen once and kept. */
const decider = (rules: readonly Rule[]) => {
  const chosen = new Map<string, WeakMap<readonly string[], Chosen>>()
  const chosenFor = (entity: string, action: string): WeakMap<readonly string[], Chosen> => {
    const made = new WeakMap<readonly string[], Chosen>()
    chosen.set(`${entity}.${action}`, made)
    return made
  }
  return ({ entity, action, row, principal }: Asked): boolean => {
    // Principals are kept by their token, so their roles are the same array from call to call.
    const byRoles = chosen.get(`${entity}.${action}`) ?? chosenFor(entity, action)
    let found = byRoles.get(principal.roles)
    if (!found) {
      const applying = rules.filter((rule) => rule.entity === entity && rule.actions.includes(action) && (rule.roles.length === 0 || rule.roles.some((role) => principal.roles.includes(role)))) // biome-ignore format: one question
      found = {
        permits: applying.filter(({ effect }) => effect === 'permit'),
        forbids: applying.filter(({ effect }) => effect === 'forbid'),
      }
      byRoles.set(principal.roles, found)
    }
    for (const { when } of found.forbids) if (!when || evaluate(when, row, principal) !== false) return false
    for (const { when } of found.permits) if (!when || evaluate(when, row, principal) === true) return true
    return false
  }
}

interface Chosen {
  readonly permits: readonly Rule[]
  readonly forbids: readonly Rule[]
}

/** The same work is only the same when the decisions are. */
const requireEqual = ({ name, asked, decideOurs, decideCedar }: Work): void => {
  for (const at of asked.keys())
    if (decideOurs(at) !== decideCedar(at)) throw new Error(`${name}: the two decide differently`)
}

const entitiesOf = (charter: Charter, entity: string, row: JsonObject, principal: Principal) => {
  const relations = charter.entities.find(({ name }) => name === entity)?.relations ?? []
  const fields = Object.entries(row).filter(([, value]) => value !== null && typeof value !== 'object')
  const targets = relations.flatMap(({ name, target }) => {
    const held = row[name]
    return typeof held === 'object' && held !== null && !Array.isArray(held) ? [[name, target, held as JsonObject] as const] : [] // biome-ignore format: one case
  })
  const uid = (type: string, of: JsonObject) => ({ type, id: String(of.id) })
  return [
    {
      uid: { type: 'Principal', id: principal.id },
      attrs: { ...principal.attributes, id: principal.id },
      parents: principal.roles.map((id) => ({ type: 'Role', id })),
    },
    {
      uid: uid(entity, row),
      attrs: Object.fromEntries([
        ...fields,
        ...targets.map(([name, target, held]) => [name, { __entity: uid(target, held) }]),
      ]),
      parents: [],
    },
    ...targets.map(([, target, held]) => ({ uid: uid(target, held), attrs: { ...held }, parents: [] })),
  ] as Parameters<typeof statefulIsAuthorized>[0]['entities']
}

const charterOf = (text: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(diagnostics[0]?.message)
  return charter
}

const person = (role: string, attributes: JsonObject): Principal => ({
  id: `${role}@bench`,
  roles: [role],
  attributes,
  credential: 'development',
})

const clinic = (): Work => {
  const text = readFileSync(new URL('../../packages/charter/examples/clinic.yaml', import.meta.url), 'utf8')
  const patient = (ward: string): JsonObject => ({ id: `p-${ward}`, name: 'Ada', birthDate: '1962-04-17', ward, createdAt: '2026-01-01T00:00:00Z' }) // biome-ignore format: a row
  const prescription = (ward: string): JsonObject => ({ id: 'r', drug: 'a', dose: '1.00', unit: 'mg', state: 'stopped', startsOn: '2026-01-01', patientId: `p-${ward}`, patient: patient(ward) }) // biome-ignore format: a row
  const clinician = person('clinician', { ward: 'north' })
  const pharmacist = person('pharmacist', { ward: 'north' })
  return workOf('clinic', charterOf(text), [
    { entity: 'Patient', action: 'read', row: patient('north'), principal: clinician },
    { entity: 'Patient', action: 'update', row: patient('south'), principal: clinician },
    { entity: 'Prescription', action: 'list', row: prescription('north'), principal: clinician },
    { entity: 'Prescription', action: 'read', row: prescription('south'), principal: clinician },
    { entity: 'Prescription', action: 'update', row: prescription('north'), principal: pharmacist },
  ])
}

/** A hundred policies over ten entities: per entity eight permits for as many roles, and two forbids. */
const hundred = (): Work => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  const entities = numbers(10).map(
    (at) => `  Case${at}: { key: id, fields: { id: text, ward: text, level: int32, state: text, isOpen: boolean } }`,
  )
  const policies = numbers(10).flatMap((at) => [
    ...numbers(8).map((role) => `permit(principal in Role::"r${role}", action in [Action::"Case${at}.read", Action::"Case${at}.update"], resource is Case${at}) when { resource.ward == principal.ward && resource.level <= ${role} || resource.state == "open${role}" };`), // biome-ignore format: a policy
    `forbid(principal, action == Action::"Case${at}.update", resource is Case${at}) when { resource.state == "sealed" };`,
    `forbid(principal, action, resource is Case${at}) unless { resource.isOpen || resource.state like "open*" };`,
  ])
  const text = `charter: 1\nname: hundred\naccess:\n  roles: [${numbers(8).map((at) => `r${at}`).join(', ')}]\n  principal: { ward: { type: text, required: true } }\nentities:\n${entities.join('\n')}\npolicies: ${JSON.stringify(policies.join('\n'))}\n` // biome-ignore format: a document
  const row = (ward: string, state: string, level: number): JsonObject => ({
    id: 'c',
    ward,
    level,
    state,
    isOpen: state !== 'shut',
  })
  return workOf(
    '100 policies',
    charterOf(text),
    numbers(10).flatMap((at): readonly Asked[] => [
      { entity: `Case${at}`, action: 'read', row: row('north', 'new', 2), principal: person('r3', { ward: 'north' }) },
      { entity: `Case${at}`, action: 'read', row: row('south', 'new', 2), principal: person('r3', { ward: 'north' }) },
      {
        entity: `Case${at}`,
        action: 'update',
        row: row('north', 'sealed', 2),
        principal: person('r7', { ward: 'north' }),
      },
      {
        entity: `Case${at}`,
        action: 'update',
        row: row('south', 'open7', 2),
        principal: person('r7', { ward: 'north' }),
      },
    ]),
  )
}
