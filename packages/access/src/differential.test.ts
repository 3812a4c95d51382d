import { type CedarValueJson, type EntityJson, isAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { parseCharter } from '@charter/charter'
import { evaluate, type JsonObject, type Rule, type Subject } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileAccess } from './compile.ts'

/** The charter that random policies speak of: every type a condition can touch, optional and required. */
const charterText = (policies: string) => `charter: 1
name: ward
access:
  roles: [r1, r2]
  principal:
    ward: { type: text, required: true }
    level: int32
    teams: { type: array, items: text, required: true }
entities:
  Patient:
    key: id
    fields:
      id: text
      ward: text
      nick: { type: text, optional: true }
      active: boolean
      age: int32
      day: date
      tags: { type: array, items: text }
    relations:
      doctor: { one: Doctor }
      deputy: { one: Doctor, optional: true }
  Doctor:
    key: id
    fields: { id: text, ward: text, nick: { type: text, optional: true } }
policies: ${JSON.stringify(policies)}
`

const word = fc.constantFrom('', 'a', 'A', 'ab', 'b', '%', '_', '\\', 'é', '😀', 'a%b', 'a*')
const quoted = word.map((text) => JSON.stringify(text))
const pattern = fc
  .array(fc.constantFrom('*', 'a', 'b', '%', '_', '\\\\', '\\*', '😀'), { maxLength: 4 })
  .map((parts) => `"${parts.join('')}"`)
const number = fc.integer({ min: -3, max: 3 })
const sign = fc.constantFrom('==', '!=')
const set = fc.array(quoted, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(', ')}]`)

const atom = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('resource.ward', 'principal.ward', 'resource.doctor.ward', 'principal.id'),
      sign,
      fc.oneof(quoted, fc.constantFrom('resource.ward', 'principal.ward', 'resource.id')),
    )
    .map((all) => all.join(' ')),
  fc.tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), number).map(([op, n]) => `resource.age ${op} ${n}`),
  fc
    .tuple(fc.constantFrom('<', '>=', '=='), fc.boolean())
    .map(([op, isFlipped]) =>
      isFlipped
        ? `(principal has level && resource.age ${op} principal.level)`
        : `(principal has level && principal.level ${op} resource.age)`,
    ),
  fc.tuple(sign, quoted).map(([op, text]) => `(resource has nick && resource.nick ${op} ${text})`),
  quoted.map((text) => `(resource has deputy && resource.deputy.ward == ${text})`),
  quoted.map((text) => `(resource has deputy.nick && resource.deputy.nick == ${text})`),
  fc.constantFrom(
    'resource.active',
    'resource.active == false',
    'resource has nick',
    'resource has deputy',
    'resource has ward',
    'true',
    'false',
    'resource is Patient',
    'principal is Principal',
    'resource.day == datetime("2026-01-01")',
    'resource.day > datetime("2026-01-01")',
    'datetime("2025-12-31").offset(duration("1d")) != resource.day',
    'principal in Role::"r1"',
    'principal in [Role::"r1", Role::"r2"]',
    'resource.tags.containsAny(principal.teams)',
    'principal.teams.contains(resource.ward)',
    'resource.tags == principal.teams',
  ),
  quoted.map((text) => `resource.tags.contains(${text})`),
  set.map((items) => `resource.tags.containsAll(${items})`),
  set.map((items) => `resource.tags.containsAny(${items})`),
  set.map((items) => `${items}.containsAny(resource.tags)`),
  set.map((items) => `${items}.contains(resource.ward)`),
  fc
    .tuple(fc.constantFrom('resource.ward', 'principal.ward', 'resource.doctor.ward'), pattern)
    .map(([left, like]) => `${left} like ${like}`),
)

const condition: fc.Arbitrary<string> = fc.letrec<{ expr: string }>((tie) => ({
  expr: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('expr').map((each) => `!(${each})`),
    fc
      .tuple(tie('expr'), fc.constantFrom('&&', '||'), tie('expr'))
      .map(([left, op, right]) => `(${left}) ${op} (${right})`),
    fc.tuple(tie('expr'), tie('expr'), tie('expr')).map(([a, b, c]) => `if (${a}) then (${b}) else (${c})`),
  ),
})).expr

const policy = fc
  .record({
    effect: fc.constantFrom('permit', 'permit', 'forbid'),
    principal: fc.constantFrom(
      'principal',
      'principal in Role::"r1"',
      'principal in Role::"r2"',
      'principal is Principal',
      'principal == Principal::"me"',
    ),
    action: fc.constantFrom(
      'action == Action::"Patient.read"',
      'action in [Action::"Patient.read", Action::"Patient.delete"]',
      'action in Action::"read"',
      'action == Action::"Patient.delete"',
    ),
    kind: fc.constantFrom('when', 'unless'),
    condition,
  })
  .map(
    ({ effect, principal, action, kind, condition: text }) =>
      `${effect}(${principal}, ${action}, resource is Patient) ${kind} { ${text} };`,
  )

const doctor = fc.record({ id: fc.constantFrom('d1', 'd2'), ward: word, nick: fc.option(word) })
const row = fc.record({
  id: fc.constantFrom('p1', 'me'),
  ward: word,
  nick: fc.option(word),
  active: fc.boolean(),
  age: number,
  day: fc.constantFrom('2026-01-01', '2026-01-02'),
  tags: fc.array(word, { maxLength: 3 }),
  doctor,
  deputy: fc.option(doctor),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never
const subject = fc.record({
  id: fc.constantFrom('me', 'you', 'a'),
  roles: fc.subarray(['r1', 'r2']),
  attributes: fc.record({ ward: word, teams: fc.array(word, { maxLength: 3 }), level: fc.option(number) }),
})

test('rules decide as Cedar does, on random policies, rows and principals', () => {
  let decided = 0
  let allowed = 0
  fc.assert(
    fc.property(
      fc.array(policy, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(row, subject), { minLength: 3, maxLength: 3 }),
      (policies, requests) => {
        const cedar = policies.join('\n')
        const { charter, diagnostics } = parseCharter({ 'charter.yaml': charterText(cedar) })
        if (!charter) throw new Error(JSON.stringify(diagnostics))
        const compiled = compileAccess(charter)
        // What is refused is refused before it runs; the next test says that nothing is refused for no reason.
        if (compiled.diagnostics.some((each) => each.severity === 'error')) return
        for (const [patient, who] of requests) {
          const wanted = cedarDecides(cedar, patient, who)
          decided += 1
          if (wanted) allowed += 1
          expect({ cedar, patient, who, decision: rulesDecide(compiled.rules, patient, who) }).toEqual({
            cedar,
            patient,
            who,
            decision: wanted,
          })
        }
      },
    ),
    { numRuns: 1_500 },
  )
  // A test that never reaches a decision, or only one, would say nothing.
  expect(decided).toBeGreaterThan(1_500)
  expect(allowed).toBeGreaterThan(300)
  expect(decided - allowed).toBeGreaterThan(300)
})

test('nothing that Cedar accepts in this grammar is refused for no reason', () => {
  const reasons = new Map<string, number>()
  fc.assert(
    fc.property(policy, (text) => {
      const { charter } = parseCharter({ 'charter.yaml': charterText(text) })
      for (const { code, severity, message } of charter ? compileAccess(charter).diagnostics : [])
        if (severity === 'error') reasons.set(`${code} ${message}`, (reasons.get(`${code} ${message}`) ?? 0) + 1)
    }),
    { numRuns: 500 },
  )
  expect([...reasons.keys()]).toEqual([])
})

const rulesDecide = (rules: readonly Rule[], patient: Row, who: Subject): boolean => {
  const applying = rules
    .filter((rule) => rule.entity === 'Patient' && rule.actions.includes('read'))
    .filter((rule) => rule.roles.length === 0 || rule.roles.some((role) => who.roles.includes(role)))
  const stored: JsonObject = { ...patient, deputyId: patient.deputy?.id ?? null, doctorId: patient.doctor.id }
  const truths = applying.map((rule) => ({
    effect: rule.effect,
    truth: rule.when ? evaluate(rule.when, stored, who) : true,
  }))
  const isForbidden = truths.some(({ effect, truth }) => effect === 'forbid' && truth !== false)
  return !isForbidden && truths.some(({ effect, truth }) => effect === 'permit' && truth === true)
}

const cedarDecides = (policies: string, patient: Row, who: Subject): boolean => {
  const answer = isAuthorized({
    principal: { type: 'Principal', id: who.id },
    action: { type: 'Action', id: 'Patient.read' },
    resource: { type: 'Patient', id: patient.id },
    context: {},
    policies: { staticPolicies: policies },
    entities: entitiesOf(patient, who),
  })
  if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors))
  expect(answer.response.diagnostics.errors).toEqual([])
  return answer.response.decision === 'allow'
}

const entitiesOf = (patient: Row, who: Subject): EntityJson[] => {
  const { doctor: first, deputy, ...fields } = patient
  const refer = (name: string) => ({ __entity: { type: 'Doctor', id: name } })
  const day = { __extn: { fn: 'datetime', arg: fields.day } }
  const attrs = { ...present(fields), day, doctor: refer('doctor'), ...(deputy ? { deputy: refer('deputy') } : {}) }
  return [
    {
      uid: { type: 'Principal', id: who.id },
      attrs: { ...present(who.attributes), id: who.id },
      parents: who.roles.map((id) => ({ type: 'Role', id })),
    },
    { uid: { type: 'Patient', id: patient.id }, attrs, parents: [] },
    { uid: { type: 'Doctor', id: 'doctor' }, attrs: present(first), parents: [] },
    ...(deputy ? [{ uid: { type: 'Doctor', id: 'deputy' }, attrs: present(deputy), parents: [] }] : []),
    { uid: { type: 'Action', id: 'Patient.read' }, attrs: {}, parents: [{ type: 'Action', id: 'read' }] },
  ]
}

const present = (fields: object): Record<string, CedarValueJson> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
