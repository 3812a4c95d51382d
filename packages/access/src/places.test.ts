import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { cedarActionOf, cedarString, cedarTypeOf } from './cedar-names.ts'
import { cedarValueType } from './cedar-type.ts'
import { compileAccess } from './compile.ts'

const documentOf = (policies: string, allow = 'clerk: { do: [read] }') => `charter: 1
name: a
access: { roles: [clerk, boss] }
entities:
  Patient: { key: id, fields: { id: text, ward: text, day: date, nick: { type: text, optional: true } }, relations: { first: { one: Doctor } }, allow: { ${allow} } }
  Doctor: { key: id, fields: { id: text, ward: text } }
operations: { sweep: { effect: write } }
policies: |
${policies.replace(/^/gm, '  ')}
`

const compile = (policies: string, options: { readonly allow?: string; readonly isAttached?: boolean } = {}) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': documentOf(policies, options.allow) })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  const [first] = charter.sources
  const place = first?.place ?? { file: 'charter.yaml', line: 1, column: 1 }
  return compileAccess(
    options.isAttached
      ? { ...charter, sources: [{ place, name: first?.name ?? 'main', kind: 'url', url: 'file:a.db' }] }
      : charter,
  )
}

const told = (policies: string, options?: Parameters<typeof compile>[1]) =>
  compile(policies, options).diagnostics.map(({ code, path, place }) => [code, path, place.line, place.column])

const fine = 'permit(principal, action, resource is Doctor);'

test('a mistake in a block of policies is told where it stands, by line and column', () => {
  expect(told(`${fine}\npermit(principal, action, resource is Patient) when { resource.wrd == "x" };`)).toEqual([
    ['cedar-type', 'policies', 10, 3],
  ])
  expect(told(`${fine}\n  permit(principal, action, resource is Patient) when { resource.nick == "x" };`)).toEqual([
    ['cedar-type', 'policies', 10, 59],
  ])
  expect(told(`${fine}\nforbid(principal, action, resource is Patient) when { resource.nick == "x" };`)).toEqual([
    ['forbid-can-err', 'policies', 10, 57],
  ])
  expect(
    told(
      `${fine}\npermit(principal, action, resource is Patient) when { resource has unheard && resource.ward == "x" };`,
    ),
  ).toEqual([['cedar-impossible', 'policies', 10, 3]])
  expect(told(`${fine}\npermit(principal, action resource);`).map(([code, path]) => [code, path])).toEqual([
    ['cedar-syntax', 'policies'],
  ])
  expect(told(`${fine}\npermit(principal, action resource);`)[0]?.[2]).toBe(10)
})

test('a rule knows the line that it was written on', () => {
  const { rules } = compile(`${fine}\n${fine}`)
  expect(rules.map(({ id, source }) => [id, source.file, source.line])).toEqual([
    ['Patient.clerk', 'charter.yaml', 5],
    ['policy', 'charter.yaml', 9],
    ['policy.2', 'charter.yaml', 9],
  ])
})

test('every way to follow a relation is found in a forbid over tables of others', () => {
  const forbid = (when: string) =>
    told(`forbid(principal, action, resource is Patient) when { ${when} };`, { isAttached: true }).map(([code]) => code)
  expect(forbid('resource.first.ward == "x"')).toEqual(['forbid-can-err'])
  expect(forbid('resource.ward == "x" || resource.first.ward == "x"')).toEqual(['forbid-can-err'])
  expect(forbid('resource.ward == "x" && resource.first.ward == "x"')).toEqual(['forbid-can-err'])
  expect(forbid('!(resource.first.ward == "x")')).toEqual(['forbid-can-err'])
  expect(forbid('["x"].contains(resource.first.ward)')).toEqual(['forbid-can-err'])
  expect(forbid('resource.ward == "x"')).toEqual([])
  // What never holds does not undo what errs before it.
  expect(forbid('resource.first.ward == "x" } when { "a" == "b"')).toContain('forbid-can-err')
  expect(forbid('"a" == "b" } when { resource.first.ward == "x"')).not.toContain('forbid-can-err')
  const permit = 'permit(principal, action, resource is Patient) when { resource.first.ward == "x" };'
  expect(told(permit, { isAttached: true })).toEqual([])
  const over =
    '@id("a") permit(principal, action, resource is Doctor);\n@id("b") forbid(principal, action, resource is Patient) when { resource.first.ward == "x" };'
  expect(told(over, { isAttached: true }).map(([code, , line]) => [code, line])).toEqual([['forbid-can-err', 10]])
})

test('each line of allow has a name', () => {
  const rulesOf = (allow: string) => compile(fine, { allow }).rules.map(({ id, actions }) => [id, actions])
  expect(
    rulesOf('clerk: [{ do: [read] }, { do: [list] }, { do: [delete] }], boss: { do: [read] }').slice(0, 4),
  ).toEqual([
    ['Patient.clerk', ['read']],
    ['Patient.clerk.2', ['list']],
    ['Patient.clerk.3', ['delete']],
    ['Patient.boss', ['read']],
  ])
})

test('two unless, of which one always holds, leave nothing', () => {
  const { rules } = compile(
    'permit(principal == Principal::"me", action, resource is Doctor) when { resource.ward == "x" } unless { true } unless { false };',
  )
  expect(rules.map(({ id }) => id)).toEqual(['Patient.clerk'])
})

test('a policy that names a template slot is refused', () => {
  for (const policy of [
    'permit(principal in ?principal, action, resource);',
    'permit(principal is Principal in ?principal, action, resource);',
    'permit(principal, action, resource == ?resource);',
  ])
    expect(told(policy).map(([code]) => code)).toEqual(['cedar-syntax'])
})

test('texts are spelled as Cedar reads them', () => {
  expect(cedarString('a"b\\c')).toBe('"a\\"b\\\\c"')
  expect(cedarString('\n \u001f')).toBe('"\\u{a} \\u{1f}"')
  expect(cedarString('é😀')).toBe('"é😀"')
})

test('names that Cedar keeps for itself get an underscore', () => {
  const kept = [
    'Action',
    'Bool',
    'Boolean',
    'Entity',
    'Extension',
    'Long',
    'Principal',
    'Record',
    'Role',
    'Service',
    'Set',
    'String',
  ]
  expect(kept.map(cedarTypeOf)).toEqual(kept.map((name) => `${name}_`))
  expect([cedarTypeOf('Patient'), cedarActionOf('Patient', 'read'), cedarActionOf(null, 'sweep')]).toEqual([
    'Patient',
    'Patient.read',
    'sweep',
  ])
})

test('each type has its counterpart in Cedar, or none', () => {
  const set = (element: unknown) => ({ type: 'Set', element })
  expect(cedarValueType({ kind: 'boolean' })).toEqual({ type: 'Boolean' })
  expect([cedarValueType({ kind: 'int32' }), cedarValueType({ kind: 'int64', isNumber: true })]).toEqual([
    { type: 'Long' },
    { type: 'Long' },
  ])
  expect([
    cedarValueType({ kind: 'int64' }),
    cedarValueType({ kind: 'date' }),
    cedarValueType({ kind: 'bytes' }),
  ]).toEqual([{ type: 'String' }, { type: 'Extension', name: 'datetime' }, { type: 'String' }])
  expect(cedarValueType({ kind: 'array', items: { kind: 'int32' } })).toEqual(set({ type: 'Long' }))
  expect(cedarValueType({ kind: 'array', items: { kind: 'array', items: { kind: 'text' } } })).toBe(null)
  expect(cedarValueType({ kind: 'array', items: { kind: 'float64' } })).toBe(null)
  for (const kind of ['float64', 'json', 'vector', 'record', 'union', 'map', 'named'])
    expect(cedarValueType({ kind } as never)).toBe(null)
})
