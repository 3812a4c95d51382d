import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { compileAccess } from './compile.ts'
import { explainDenial, predicateText } from './index.ts'

const compile = (options: {
  readonly when?: string
  readonly policies?: string
  readonly source?: string
  readonly allow?: string
}) => {
  const when = options.when === undefined ? '' : `, when: ${JSON.stringify(options.when)}`
  const text = `charter: 1
name: a
${options.source ?? ''}
access: { roles: [clerk, boss], principal: { ward: { type: text, required: true }, level: int32 } }
entities:
  Patient:
    key: id
    fields: { id: uuid, ward: text, nick: { type: text, optional: true }, active: boolean, age: int32, day: date, dose: { type: decimal, precision: 8, scale: 2 }, tags: { type: array, items: text }, secret: { type: text, reveal: clinical }, big: int64, real: float64 }
    relations: { doctor: { one: Doctor, optional: true }, first: { one: Doctor } }
    allow:
      clerk: { do: [read, update]${when}${options.allow ?? ''} }
  Doctor: { key: id, fields: { id: uuid, ward: text } }
operations: { sweep: { effect: write } }
${options.policies === undefined ? '' : `policies: |\n${options.policies.replace(/^/gm, '  ')}`}
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return compileAccess(charter)
}
const conditionOf = (when: string) => {
  const { rules, diagnostics } = compile({ when })
  expect(diagnostics).toEqual([])
  return rules[0]?.when && predicateText(rules[0].when)
}

describe('every operator of the subset', () => {
  test.each([
    ['resource.ward == principal.ward', 'resource.ward == principal.ward'],
    ['resource.ward != "x"', 'resource.ward != "x"'],
    ['resource.age < 3 && 3 <= resource.age', 'resource.age < 3 && 3 <= resource.age'],
    ['resource.age > 3 || resource.age >= 4', 'resource.age > 3 || resource.age >= 4'],
    ['!resource.active', '!(resource.active == true)'],
    [
      'resource has nick && resource.nick like "a*_%"',
      'resource.nick has a value && resource.nick like "a%\\\\_\\\\%"',
    ],
    ['["a", "b"].contains(resource.ward)', '["a", "b"].contains(resource.ward)'],
    ['resource.tags.contains(principal.ward)', 'resource.tags.contains(principal.ward)'],
    ['resource.tags.containsAll(["a"])', 'resource.tags.containsAll(["a"])'],
    ['["a"].containsAny(resource.tags)', 'resource.tags.containsAny(["a"])'],
    ['principal in Role::"boss"', 'principal in Role::"boss"'],
    ['resource is Patient && resource.ward == "x"', 'resource.ward == "x"'],
    ['resource.first.ward == "x"', 'resource.first.ward == "x"'],
    [
      'resource has doctor && resource.doctor.ward == "x"',
      'resource.doctorId has a value && resource.doctor.ward == "x"',
    ],
    [
      'principal has level && principal.level > resource.age',
      'principal.level has a value && principal.level > resource.age',
    ],
    ['resource.day == datetime("2026-03-31")', 'resource.day == datetime("2026-03-31")'],
    ['resource.day < context.today.offset(duration("-7d"))', 'resource.day < context.today.offset(duration("-7d"))'],
    ['context.today > resource.day.offset(duration("7d"))', 'context.today.offset(duration("-7d")) > resource.day'],
    ['resource.dose == "1.50"', 'resource.dose == "1.50"'],
    ['resource.big == "9007199254740993"', 'resource.big == "9007199254740993"'],
    [
      'if resource.active then resource.age > 1 else resource.age > 2',
      '(resource.active == true && resource.age > 1) || (!(resource.active == true) && resource.age > 2)',
    ],
  ])('%s', (when, text) => {
    expect(conditionOf(when)).toBe(text)
  })
})

describe('what is outside is refused, at its line', () => {
  test.each([
    ['resource.age + 1 > 3', 'cedar-unsupported', 'Arithmetic'],
    ['ip(resource.ward).isIpv4()', 'cedar-unsupported', 'isIpv4'],
    ['decimal("1.0").lessThan(decimal("2.0"))', 'cedar-unsupported', 'lessThan'],
    ['resource.day < ip("10.0.0.1")', 'cedar-unsupported', '`ip`'],
    ['resource in Doctor::"x"', 'cedar-unsupported', '`in` beyond the roles'],
    ['principal == resource.first', 'cedar-unsupported', 'Comparing rows'],
    ['resource.dose == "1.5"', 'cedar-unsupported', 'A literal that no decimal'],
    ['resource.day == "31.3.2026"', 'cedar-type', 'a moment is compared with text'],
    ['resource.day == principal.ward', 'cedar-unsupported', 'Comparing date with text'],
    ['resource.day like "2026*"', 'cedar-unsupported', '`like`'],
    [`resource.nick like "${'a'.repeat(257)}"`, 'cedar-unsupported', '256 characters'],
    ['resource.ward < "x"', 'cedar-unsupported', 'Which text is greater'],
    ['resource.nick == "x"', 'cedar-type', 'optional attribute `nick`'],
    ['resource.doctor.ward == "x"', 'cedar-type', 'optional attribute `doctor`'],
    ['resource.wrd == "x"', 'cedar-type', 'Patient has no `wrd`'],
    ['principal.wing == "x"', 'cedar-type', '`principal.wing` is not declared'],
    ['resource.real == 1', 'cedar-unsupported', 'is float64'],
    ['resource.ward = "x"', 'cedar-syntax', 'not Cedar'],
    ['true } unless { false', 'cedar-syntax', 'one condition'],
    ['true }; permit(principal, action, resource) when { true', 'cedar-syntax', 'not Cedar'],
  ])('%s', (when, code, words) => {
    const { diagnostics } = compile({ when })
    expect(diagnostics.map((each) => [each.code, each.place.line])).toEqual([[code, 11]])
    expect(diagnostics[0]?.message).toContain(words)
  })

  test('what to guard is called by the name that is written there', () => {
    const hintOf = (when: string) => compile({ when }).diagnostics[0]?.hint
    expect(hintOf('resource.nick == "x"')).toBe('Write `resource has nick && …`.')
    expect(hintOf('resource.doctor.ward == "x"')).toBe('Write `resource has doctor && …`.')
  })

  test('a forbid that can err is refused where it stands', () => {
    const { diagnostics } = compile({
      policies:
        'permit(principal, action, resource);\n\nforbid(principal, action, resource is Patient)\nwhen { resource.nick == "x" };',
    })
    expect(diagnostics.map((each) => [each.code, each.place.line])).toEqual([['forbid-can-err', 18]])
  })

  test('a forbid over a relation is refused on a database that is not ours', () => {
    const policies = 'forbid(principal, action, resource is Patient) when { resource.first.ward == "x" };'
    expect(compile({ policies }).diagnostics).toEqual([])
    const found = compile({ policies, source: 'sources: { main: { url: env(DB) } }' }).diagnostics
    expect(found.map((each) => each.code)).toEqual(['forbid-can-err'])
  })
})

test('reveal is an action of the line, and operations on no entity have rules of their own', () => {
  const { rules } = compile({
    allow: ', reveal: [clinical]',
    policies: '@id("sweepers") permit(principal in Role::"boss", action == Action::"sweep", resource);',
  })
  expect(rules.map(({ id, entity, actions, roles }) => ({ id, entity, actions, roles }))).toEqual([
    { id: 'Patient.clerk', entity: 'Patient', actions: ['read', 'update', 'reveal:clinical'], roles: ['clerk'] },
    { id: 'sweepers', entity: null, actions: ['sweep'], roles: ['boss'] },
  ])
})

test('a policy over everything is a rule for each entity', () => {
  const { rules } = compile({ policies: '@id("all") permit(principal in Role::"boss", action, resource);' })
  expect(rules.map(({ id, entity }) => [id, entity])).toEqual([
    ['Patient.clerk', 'Patient'],
    ['all:Patient', 'Patient'],
    ['all:Doctor', 'Doctor'],
    ['all:service', null],
  ])
})

test('a refusal names the nearest line', () => {
  const why = explainDenial(compile({}).rules, { entity: 'Patient', action: 'read', roles: ['boss'] })
  expect(why).toMatchObject({ rule: { id: 'Patient.clerk', line: 11, text: 'clerk: { do: [read, update] }' } })
})

test('entities may be called what Cedar calls its own', () => {
  const names = [
    'Action',
    'Role',
    'Principal',
    'Set',
    'Record',
    'String',
    'Bool',
    'Long',
    'Entity',
    'Service',
    'Extension',
    'If',
    'In',
  ]
  const entities = names.map(
    (name, index) =>
      `  ${name}: { key: id, fields: { id: uuid, has: text }, relations: { next: { one: ${names[(index + 1) % names.length]} } }, allow: { clerk: { do: [read], when: resource.next.id == principal.id } } }`,
  )
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1\nname: a\naccess: { roles: [clerk] }\nentities:\n${entities.join('\n')}\n`,
  })
  const compiled = charter && compileAccess(charter)
  expect(compiled?.diagnostics).toEqual([])
  expect(compiled?.rules.map((rule) => rule.entity)).toEqual(names)
})

describe('values of an enum', () => {
  const toldOf = (when: string, type = 'Stage') => {
    const { charter } = parseCharter({
      'charter.yaml': `charter: 1
name: a
access: { roles: [clerk] }
types:
  Stage: { type: enum, values: [open, sent] }
  Again: Stage
entities:
  Order:
    key: id
    fields: { id: uuid, stage: ${type}, past: { type: array, items: Stage } }
    allow: { clerk: { do: [read], when: ${JSON.stringify(when)} } }
`,
    })
    if (!charter) throw new Error('no charter')
    const { diagnostics, rules } = compileAccess(charter)
    return (
      diagnostics.map(({ code, hint }) => `${code}: ${hint}`)[0] ?? (rules[0]?.when && predicateText(rules[0].when))
    )
  }

  test.each(['Stage', 'Again', '{ type: enum, values: [open, sent] }'])('are known by %s', (type) => {
    expect(toldOf('resource.stage == "sent"', type)).toBe('resource.stage == "sent"')
    expect(toldOf('resource.stage == "snet"', type)).toBe('cedar-type: Did you mean `sent`?')
    expect(toldOf('["open", "shut"].contains(resource.stage)', type)).toBe('cedar-type: It is one of open, sent.')
  })

  test('are known of the items of an array', () => {
    expect(toldOf('resource.past.contains("sent")')).toBe('resource.past.contains("sent")')
    expect(toldOf('resource.past.containsAny(["sent", "closed"])')).toContain('It is one of open, sent.')
  })
})
