import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { compileAccess } from './compile.ts'
import { predicateText } from './predicate-text.ts'

const compile = (policies: string, source = 'own: sqlite') => {
  const text = `charter: 1
name: a
sources: { main: { ${source} } }
access: { roles: [clerk, boss], principal: { ward: { type: text, required: true }, level: int32, rate: float64, teams: { type: array, items: text, required: true } } }
entities:
  Patient:
    key: id
    fields: { id: text, ward: text, nick: { type: text, optional: true }, active: boolean, age: int32, count: { type: int64, min: "0", max: "1000" }, big: int64, day: date, days: { type: array, items: date }, dose: { type: decimal, precision: 8, scale: 2 }, fine: { type: decimal, precision: 8, scale: 3 }, mood: { type: enum, values: [low, high] }, uid: uuid, tags: { type: array, items: text }, numbers: { type: array, items: int32 }, real: float64, extra: json, spot: { type: vector, size: 3 }, scores: { type: map, values: int32 }, secret: { type: text, reveal: clinical }, sealed: { type: text, protect: encrypt } }
    relations: { first: { one: Doctor }, doctor: { one: Doctor, optional: true }, visits: { many: Visit }, notes: { many: Note } }
    sets: { open: { of: visits, where: level >= 2, count: openCount } }
  Visit: { key: id, person: who, fields: { id: text, who: text, level: int32 }, relations: { patient: { one: Patient } } }
  Note: { key: id, fields: { id: text }, relations: { patient: { one: Patient } } }
  Doctor: { key: id, fields: { id: text, ward: text, nick: { type: text, optional: true } }, relations: { home: { one: Clinic }, work: { one: Clinic, optional: true } } }
  Clinic: { key: id, fields: { id: text, city: text }, relations: { area: { one: Area } } }
  Area: { key: id, fields: { id: text, name: text }, relations: { land: { one: Land } } }
  Land: { key: id, fields: { id: text, name: text }, relations: { world: { one: World } } }
  World: { key: id, fields: { id: text, name: text } }
operations: { sweep: { effect: write }, discharge: { entity: Patient, effect: write } }
policies: ${JSON.stringify(policies)}
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return compileAccess(charter)
}

const when = (condition: string) =>
  `permit(principal, action == Action::"Patient.read", resource is Patient) when { ${condition} };`

const predicateOf = (condition: string, source?: string) => {
  const { rules, diagnostics } = compile(when(condition), source)
  expect(diagnostics.filter((each) => each.severity === 'error')).toEqual([])
  const [rule] = rules
  return rule === undefined ? 'never' : rule.when === undefined ? 'always' : predicateText(rule.when)
}

describe('conditions of the subset, as predicates', () => {
  test.each([
    [
      'resource.tags == principal.teams',
      'resource.tags.containsAll(principal.teams) && principal.teams.containsAll(resource.tags)',
    ],
    ['resource.tags != ["a"]', '!(resource.tags.containsAll(["a"]) && ["a"].containsAll(resource.tags))'],
    ['["a"].containsAll(resource.tags)', '["a"].containsAll(resource.tags)'],
    ['["a", "b"].containsAll(["b"])', 'always'],
    ['["a"].containsAll(["b", "a"])', 'never'],
    ['["a"].containsAny(["b", "a"])', 'always'],
    ['["a"].containsAny(["b"])', 'never'],
    ['["a", "b"] == ["b", "a", "a"]', 'always'],
    ['["a", "b"] != ["b", "a"]', 'never'],
    ['["a"] == ["b"]', 'never'],
    ['["a"] != ["b"]', 'always'],
    ['[1, 2].contains(2)', 'always'],
    ['[1, 2].contains(3)', 'never'],
    ['principal in resource.visits', 'some resource.visits[who == principal.id]'],
    ['resource.open.contains(principal)', 'some resource.visits[level >= 2 && who == principal.id]'],
    ['resource.notes.isEmpty()', '!(some resource.notes)'],
    ['!resource.notes.isEmpty()', '!(!(some resource.notes))'],
    ['resource.openCount >= 2', 'at least 2 of resource.visits[level >= 2]'],
    ['2 > resource.openCount', '!(at least 2 of resource.visits[level >= 2])'],
    ['2 <= resource.openCount', 'at least 2 of resource.visits[level >= 2]'],
    ['2 < resource.openCount', 'at least 3 of resource.visits[level >= 2]'],
    ['2 >= resource.openCount', '!(at least 3 of resource.visits[level >= 2])'],
    [
      'resource.openCount == 2',
      'at least 2 of resource.visits[level >= 2] && !(at least 3 of resource.visits[level >= 2])',
    ],
    ['resource.openCount != 0', 'some resource.visits[level >= 2]'],
    ['resource.openCount >= 1000', 'at least 1000 of resource.visits[level >= 2]'],
    ['1 < 1', 'never'],
    ['1 <= 1', 'always'],
    ['1 > 1', 'never'],
    ['1 >= 1', 'always'],
    ['2 > 1 && 1 < 2', 'always'],
    ['2 <= 1 || 1 >= 2', 'never'],
    ['"a" == "a" && "a" != "b"', 'always'],
    ['resource.age == 9223372036854775807', 'resource.age == 9007199254740992'],
    ['resource.age > -9223372036854775808', 'resource.age > -9007199254740992'],
    ['resource.numbers.contains(9007199254740991)', 'resource.numbers.contains(9007199254740991)'],
    ['resource.age < resource.count', 'resource.age < resource.count'],
    [
      'resource.active == (resource.age > 1)',
      '(resource.active == true && resource.age > 1) || (!(resource.active == true) && !(resource.age > 1))',
    ],
    [
      '(resource.age > 1) != resource.active',
      '!((resource.age > 1 && resource.active == true) || (!(resource.age > 1) && !(resource.active == true)))',
    ],
    ['(resource.age > 1) == true', 'resource.age > 1'],
    ['true == (resource.age > 1)', 'resource.age > 1'],
    ['false == (resource.age > 1)', '!(resource.age > 1)'],
    ['(resource.age > 1) == false', '!(resource.age > 1)'],
    [
      '(resource has ward) == resource.active',
      '(resource.ward has a value && resource.active == true) || (!(resource.ward has a value) && !(resource.active == true))',
    ],
    [
      'resource.ward == (if resource.active then "a" else "b")',
      '(resource.active == true && resource.ward == "a") || (!(resource.active == true) && resource.ward == "b")',
    ],
    [
      '(if resource.active then 1 else 2) < resource.age',
      '(resource.active == true && 1 < resource.age) || (!(resource.active == true) && 2 < resource.age)',
    ],
    ['if true then resource.age == 1 else resource.age == 2', 'resource.age == 1'],
    ['if false then resource.age == 1 else resource.age == 2', 'resource.age == 2'],
    ['principal == Principal::"me"', 'principal.id == "me"'],
    ['Principal::"me" != principal', 'principal.id != "me"'],
    ['principal in [Role::"clerk", Role::"boss"]', 'principal in Role::"clerk" || principal in Role::"boss"'],
    ['principal is Principal', 'always'],
    ['resource.first is Doctor', 'always'],
    ['resource is Doctor', 'never'],
    ['resource has unheard', 'never'],
    ['principal has unheard', 'never'],
    ['principal has id', 'principal.id has a value'],
    ['resource has first', 'always'],
    ['resource has doctor.nick', 'resource.doctorId has a value && resource.doctor.nick has a value'],
    ['resource.first.home.area.land.name == "x"', 'resource.first.home.area.land.name == "x"'],
    ['resource.mood == "low"', 'resource.mood == "low"'],
    ['resource.uid == resource.ward', 'resource.uid == resource.ward'],
    ['resource.dose == resource.dose', 'resource.dose == resource.dose'],
    ['["low"].contains(resource.mood)', '["low"].contains(resource.mood)'],
    ['resource.days.contains(datetime("2026-01-01"))', 'resource.days.contains(datetime("2026-01-01"))'],
    ['false && resource.age == 1', 'never'],
    ['true && resource.age == 1', 'resource.age == 1'],
    ['false || resource.age == 1', 'resource.age == 1'],
    ['true || resource.age == 1', 'always'],
    [
      'resource.age == 1 && resource.age == 2 && resource.age == 3',
      'resource.age == 1 && resource.age == 2 && resource.age == 3',
    ],
    [
      'resource.age == 1 || resource.age == 2 || resource.age == 3',
      'resource.age == 1 || resource.age == 2 || resource.age == 3',
    ],
    [
      '(resource.age == 1 || resource.age == 2) && resource.age == 3',
      '(resource.age == 1 || resource.age == 2) && resource.age == 3',
    ],
    ['!true', 'never'],
    ['!(!(resource.age == 1))', '!(!(resource.age == 1))'],
  ])('%s', (condition, text) => {
    expect(predicateOf(condition)).toBe(text)
  })

  test('over tables of others, has behind a reference that may point nowhere can err', () => {
    const url = 'url: "env(DB)"'
    expect(predicateOf('resource.first.home has city', url)).toBe(
      'resource.first.homeId == resource.first.homeId && resource.first.home.city has a value',
    )
    expect(predicateOf('resource.first.home is Clinic', url)).toBe('resource.first.homeId == resource.first.homeId')
    expect(predicateOf('resource.first has home', url)).toBe('resource.first.homeId has a value')
    expect(predicateOf('resource.first has nick', url)).toBe('resource.first.nick has a value')
    expect(predicateOf('resource has first', url)).toBe('always')
    expect(predicateOf('resource.first.home has city')).toBe('resource.first.home.city has a value')
    expect(predicateOf('resource.first has home')).toBe('always')
  })

  test('operands carry the type that they are bound and ordered by, without the constraints of a field', () => {
    const typesIn = (condition: string) =>
      compile(when(condition))
        .rules.flatMap(({ when: of }) => (of?.kind === 'compare' || of?.kind === 'contains' ? [of.left, of.right] : []))
        .map((each) => ('type' in each ? each.type : null))
    const long = { kind: 'int64', isNumber: true }
    expect(typesIn('resource.age < 3')).toEqual([long, long])
    expect(typesIn('resource.count < 3')).toEqual([long, long])
    expect(typesIn('resource.dose == "1.50"')).toEqual([
      { kind: 'decimal', precision: 38, scale: 2 },
      { kind: 'decimal', precision: 38, scale: 2 },
    ])
    expect(typesIn('resource.mood == "low"')).toEqual([{ kind: 'text' }, { kind: 'text' }])
    expect(typesIn('resource.uid == "x"')).toEqual([{ kind: 'uuid' }, { kind: 'uuid' }])
    expect(typesIn('resource.big == "1"')).toEqual([{ kind: 'int64' }, { kind: 'int64' }])
    expect(typesIn('resource.day == datetime("2026-01-01")')).toEqual([{ kind: 'date' }, { kind: 'date' }])
    expect(typesIn('resource.tags.contains("a")')).toEqual([
      { kind: 'array', items: { kind: 'text' } },
      { kind: 'text' },
    ])
    expect(typesIn('resource.ward == principal.ward')).toEqual([{ kind: 'text' }, null])
  })
})

describe('outside the subset: refused by name, at its place, with what to write instead', () => {
  test.each([
    ['resource.age + 1 > 3', 'Arithmetic', 'Compare with a literal'],
    ['resource.age - 1 > 3', 'Arithmetic', 'Compare with a literal'],
    ['resource.age * 2 > 3', 'Arithmetic', 'Compare with a literal'],
    ['-resource.age > 3', 'Arithmetic', 'Compare with a literal'],
    ['ip("10.0.0.1").isLoopback()', '`isLoopback`', 'field of its own'],
    ['ip("10.0.0.1") == ip("10.0.0.2")', '`ip`', 'field of its own'],
    ['datetime("2026-01-01").toTime() == duration("1h")', 'A part of a moment', 'context.today'],
    ['context.now.durationSince(datetime("2026-01-01")).toHours() < 3', 'A number of hours', 'duration("24h")'],
    ['principal.id in resource.visits', 'Looking for a value in a set', '`principal in resource.members`'],
    ['resource.visits.contains(principal.id)', 'Looking for a value in a set', '.contains(principal)'],
    ['resource.day < context.now', 'Comparing date with instant', '`context.today`'],
    ['resource.day.offset(duration("1d")) < resource.day', 'Time added to one of two fields', '`context.now`'],
    ['[datetime("2026-01-01T10:00:00Z")].contains(resource.day)', 'A date compared with a time', 'date alone'],
    ['decimal("1.0").greaterThanOrEqual(decimal("2.0"))', '`greaterThanOrEqual`', 'field of its own'],
    ['resource.hasTag("x")', 'A tag', 'as a field'],
    ['resource.getTag("x") == "y"', 'A tag', 'as a field'],
    ['{ a: 1 } == { a: 1 }', 'A record', 'one by one'],
    ['resource.tags.isEmpty()', '`isEmpty`', 'whether there are any'],
    ['principal in resource.notes', 'Whether the principal is one of `notes`', 'person: personId'],
    ['resource.openCount > 1001', 'no number from 0 to 1000', 'resource.votes >= 2'],
    ['resource.openCount == resource.age', 'no number from 0 to 1000', 'Write the number'],
    ['resource.openCount >= 0', 'says the same of every count', 'any'],
    ['resource.visits == resource.visits', 'Comparing rows', 'key field'],
    ['resource.visits.containsAny(resource.open)', '`contains` on what is no array', '=='],
    ['action == Action::"Patient.read"', '`action` in a condition', 'head of the policy'],
    ['resource in Doctor::"x"', '`in` beyond the roles', 'Role::'],
    ['principal in Principal::"x"', '`in` beyond the roles', 'Role::'],
    ['principal is Principal in Role::"clerk"', '`is … in`', 'Role::'],
    ['resource == resource.first', 'Comparing rows', 'key field'],
    ['resource.first == Doctor::"x"', 'An entity as a value', 'key field'],
    ['resource.dose == "1.5"', 'A literal that no decimal', '12.50'],
    ['resource.dose == resource.fine', 'Comparing decimal with decimal', 'one type'],
    ['resource.day == principal.ward', 'Comparing date with text', 'one type'],
    ['resource.tags.contains(resource.day)', 'Comparing text with date', 'one type'],
    ['resource.tags.containsAll(resource.days)', 'Comparing array with array', 'one type'],
    ['resource.day like "2026*"', '`like` on what is not text', '=='],
    ['"a" like "a*"', '`like` on what is not text', '=='],
    ['resource.real == 1', 'float64', 'another type'],
    ['resource.extra == "x"', 'json', 'another type'],
    ['resource.spot == "x"', 'vector', 'another type'],
    ['resource.scores == "x"', 'map', 'another type'],
    ['(resource.age == 1) like "x"', '`==` here', 'Use =='],
    ['(resource has nick) < 3', '`has` here', 'Use =='],
    ['resource.sealed == "x"', 'protected', 'not protected'],
    ['resource.first.home.area.land.world.name == "x"', 'more than 4 relations', 'nearer'],
    ['9007199254740993 == 9007199254740992', 'beyond ±(2^53−1)', 'what comes out'],
    ['[9007199254740993].contains(9007199254740992)', 'beyond ±(2^53−1)', 'what comes out'],
    ['[1, 9007199254740993].contains(1)', 'beyond ±(2^53−1)', 'what comes out'],
    ['9007199254740993 == 1', 'beyond ±(2^53−1)', 'what comes out'],
    ['[9007199254740993].containsAll([1])', 'these literals', 'what comes out'],
    ['[resource.ward].contains("x")', 'A set of values that are not literals', '||'],
    ['[["a"]].contains(resource.tags)', 'A set of sets', '=='],
    ['"a".contains("a")', '`contains` on what is no set', 'contains'],
    ['resource.ward.contains("a")', '`contains` on what is no array', '=='],
    ['resource.ward == "a\\0"', 'NUL', 'Leave it out'],
    ['resource.ward like "a\\0*"', 'NUL', 'Leave it out'],
    ['resource.ward is Patient', '`is` of a value', 'Leave it out'],
    ['resource.first', 'Comparing rows', 'key field'],
    ['"a"', 'A value that is no condition', 'Compare it'],
    ['["a"].contains(resource.first)', 'A row as a value', 'one of its fields'],
    ['resource.tags.contains(resource.first)', 'A row as a value', 'one of its fields'],
    ['resource.ward == resource.first', 'A row as a value', 'one of its fields'],
    ['resource.ward.length == 1', '`.length` of a value', 'fields themselves'],
  ])('%s', (condition, what, instead) => {
    const { diagnostics, rules } = compile(when(condition))
    const errors = diagnostics.filter((each) => each.severity === 'error')
    expect(errors.map(({ code }) => code)).toEqual(['cedar-unsupported'])
    expect(errors[0]?.message).toContain(what)
    expect(errors[0]?.hint).toContain(instead)
    expect(rules).toEqual([])
  })

  test.each([
    ['permit(principal == ?principal, action, resource);', 'cedar-syntax'],
    ['permit(principal, action, resource is Patient) when { resource.wrd == "x" };', 'cedar-type'],
    ['permit(principal, action, resource == Patient::"x");', 'cedar-unsupported'],
    ['permit(principal, action, resource in Patient::"x");', 'cedar-unsupported'],
    ['permit(principal, action, resource is Patient in Patient::"x");', 'cedar-unsupported'],
    ['permit(principal in Principal::"x", action, resource);', 'cedar-unsupported'],
    ['permit(principal, action, resource', 'cedar-syntax'],
  ])('%s', (policy, code) => {
    expect(compile(policy).diagnostics.map((each) => each.code)).toContain(code)
    expect(compile(policy).rules).toEqual([])
  })
})

describe('heads of policies', () => {
  const headOf = (head: string) =>
    compile(`permit(${head});`).rules.map(({ id, entity, actions, roles }) => ({ id, entity, actions, roles }))

  test('one action, several, and a group over all entities', () => {
    expect(headOf('principal, action == Action::"Patient.read", resource')).toEqual([
      { id: 'policy', entity: 'Patient', actions: ['read'], roles: [] },
    ])
    expect(
      headOf('principal, action in [Action::"Patient.read", Action::"Patient.discharge"], resource is Patient').map(
        ({ actions }) => actions,
      ),
    ).toEqual([['read', 'discharge']])
    expect(compile('permit(principal, action in Action::"read", resource);').diagnostics).toEqual([])
    expect(headOf('principal, action in Action::"read", resource').map(({ id, entity }) => [id, entity])).toEqual(
      ['Patient', 'Visit', 'Note', 'Doctor', 'Clinic', 'Area', 'Land', 'World'].map((name) => [`policy:${name}`, name]),
    )
    expect(headOf('principal, action == Action::"Patient.reveal:clinical", resource is Patient')[0]?.actions).toEqual([
      'reveal:clinical',
    ])
    expect(compile('permit(principal, action == Action::"sweep", resource);').diagnostics).toEqual([])
    expect(headOf('principal, action == Action::"sweep", resource')).toEqual([
      { id: 'policy', entity: null, actions: ['sweep'], roles: [] },
    ])
    expect(headOf('principal, action == Action::"read", resource is Patient')).toEqual([])
  })

  test('a role, a kind of principal, and one of them', () => {
    expect(headOf('principal in Role::"boss", action == Action::"Patient.read", resource')[0]?.roles).toEqual(['boss'])
    expect(
      headOf('principal is Principal in Role::"boss", action == Action::"Patient.read", resource')[0]?.roles,
    ).toEqual(['boss'])
    expect(headOf('principal is Principal, action == Action::"Patient.read", resource')[0]?.roles).toEqual([])
    const [rule] = compile('permit(principal == Principal::"me", action == Action::"Patient.read", resource);').rules
    expect(rule?.when && predicateText(rule.when)).toBe('principal.id == "me"')
    expect(rule?.roles).toEqual([])
    expect(rule?.when).toEqual({
      kind: 'compare',
      op: 'eq',
      left: { kind: 'principal', name: 'id' },
      right: { kind: 'value', value: 'me', type: { kind: 'text' } },
    })
  })

  test('several conditions are all asked; what is `unless` must not be', () => {
    const [rule] = compile(
      'permit(principal == Principal::"me", action == Action::"Patient.read", resource is Patient) when { resource.active } unless { resource.age > 3 };',
    ).rules
    expect(rule?.when && predicateText(rule.when)).toBe(
      'principal.id == "me" && resource.active == true && !(resource.age > 3)',
    )
    expect(compile('permit(principal, action, resource is Patient) unless { true };').rules).toEqual([])
    const always = compile(
      'permit(principal, action == Action::"Patient.read", resource is Patient) unless { false } when { true };',
    ).rules
    expect(always.map((each) => each.when)).toEqual([undefined])
    expect(
      compile('permit(principal, action, resource is Patient) when { false } unless { resource.real == 1 };').rules,
    ).toEqual([])
    const never = compile(
      'permit(principal, action, resource is Patient) when { false } unless { resource.real == 1 };',
    )
    expect(never.diagnostics.filter(({ code }) => code === 'cedar-unsupported')).toEqual([])
  })

  test('policies have the names they are given, once each', () => {
    const named = '@id("x") permit(principal, action == Action::"Patient.read", resource);'
    expect(compile(`${named}\n${named}`).rules.map(({ id }) => id)).toEqual(['x', 'x.2'])
    expect(compile(`${named}`).rules[0]?.source.text).toBe(named)
  })
})

test('what never applies is said, and does not stop anything', () => {
  const { diagnostics } = compile(
    'permit(principal, action == Action::"Patient.read", resource is Patient) when { resource is Doctor && resource.nick == "x" };',
  )
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['cedar-impossible', 'warning']])
})
