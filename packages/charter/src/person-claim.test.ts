import { expect, test } from 'vitest'
import { type Charter, checkCharter, diffCharters, parseCharter, toModel } from './index.ts'

const text = (person: string, more = ''): string => `charter: 1
name: purchases
access:
  roles: [clerk]
${person === '' ? '' : `  person: ${person}`}
${more}
entities:
  Purchase:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant } }
    allow: { clerk: { do: [create, read, list] } }
`

const parsed = (person: string, more?: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text(person, more) })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const told = (person: string, more?: string): readonly string[] =>
  checkCharter(parsed(person, more), { styles: [], connectors: [] })
    .filter(({ code }) => code === 'bad-person-claim')
    .map(({ severity, place, message }) => `${severity} ${place.line}: ${message}`)

test('the claim that names the person is in the model, and what an answer means depends on it', () => {
  const [usual, other] = ['', '{ claim: employeeNumber }'].map((person) => toModel(parsed(person), []))
  expect(usual?.access).not.toHaveProperty('personClaim')
  expect(other?.access.personClaim).toBe('employeeNumber')
  expect(other?.digest).not.toBe(usual?.digest)
})

test.each([
  ...[
    'exp',
    'iat',
    'aud',
    'iss',
    'nbf',
    'jti',
    'auth_time',
    'azp',
    'sid',
    'scope',
    'roles',
    'client_id',
    'nonce',
    'acr',
  ],
  ...['amr', 'at_hash', 'c_hash', 'cnf', 'act', 'may_act', 'scp', 'groups', 'entitlements', 'typ'],
])('a claim of tokens themselves names nobody: %s', (claim) => {
  expect(told(`{ claim: ${claim} }`)).toEqual([
    `error 5: The claim \`${claim}\` cannot name the person: it is a claim of tokens themselves, and says something else.`,
  ])
})

test('what names the person without the line is refused: an assertion would have its `NameID` in its place', () => {
  expect(told('{ claim: sub }')).toEqual([
    'error 5: The claim `sub` cannot name the person: it does so without this line, and an assertion has none of it: its `NameID` would stand for the person.',
  ])
})

test.each(['employeeNumber', 'https://id.example/employee', 'email', 'Exp'])(
  'any other may, and nothing is said of it: %s',
  (claim) => expect(told(`{ claim: ${claim} }`)).toEqual([]),
)

test('a claim that says something else to the charter does not name the person', () => {
  expect(told('{ claim: org }', '  tenancy: { field: tenantId, claim: org }')).toEqual([
    'error 5: The claim `org` cannot name the person: it says which organisation they belong to.',
  ])
  expect(told('{ claim: number }', '  principal: { staff: { type: text, claim: number } }')).toEqual([
    'error 5: The claim `number` cannot name the person: `principal.staff` is of the same claim: conditions have it as `principal.id`.',
  ])
})

test('an attribute of the member is of no claim, whatever it is called', () => {
  const member = '  principal: { number: { type: text, member: number } }'
  expect(told('{ claim: number }', member)).toEqual([])
})

test('`person` without a claim is no declaration', () => {
  const codes = parseCharter({ 'charter.yaml': text('{}') }).diagnostics.map(
    ({ code, message }) => `${code}: ${message}`,
  )
  expect(codes).toEqual([expect.stringContaining('missing-key')])
})

test('another claim makes everybody somebody else, which breaks clients of every style', () => {
  const styles = ['rest', 'graphql'].map((name) => ({ name, breaks: () => [] }) as never)
  const breaksOf = (before: string, after: string) =>
    diffCharters(parsed(before), parsed(after), { styles, access: () => [] }).styles.rest
  const breaking = (sentence: string) => [
    { about: 'access', severity: 'breaking', sentence: expect.stringContaining(sentence) },
  ]
  expect(breaksOf('', '{ claim: number }')).toEqual(breaking('Everybody is somebody else: the claim `number`'))
  expect(breaksOf('{ claim: number }', '{ claim: email }')).toEqual(breaking('where it was `number`'))
  expect(breaksOf('{ claim: number }', '')).toEqual(breaking('the claim `sub` names the person'))
  expect(breaksOf('', '{ claim: sub }')).toEqual([])
  expect(breaksOf('{ claim: number }', '{ claim: number }')).toEqual([])
})
