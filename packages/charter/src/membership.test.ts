import { describe, expect, test } from 'vitest'
import { checkCharter, diffCharters, parseCharter, toModel } from './index.ts'

interface Written {
  readonly membership?: string
  readonly principal?: string
  readonly member?: string
}

const declared = '{ entity: Member, roles: role.grants, while: isActive, signedIn: guest }'
const text = ({ membership = declared, principal = '{ team: { type: text, member: team } }', member = '' }: Written) =>
  `charter: 1
name: desk
access:
  roles: [owner, guest]
  tenancy: { field: organisationId, claim: organisation }
${membership === '' ? '' : `  membership: ${membership}`}
  principal: ${principal}
entities:
  Role:
    key: id
    fields:
      id: { type: uuid, default: generated }
      organisationId: { type: text, default: tenant }
      grants: { type: array, items: { type: enum, values: [owner] } }
    allow: { owner: { do: [read] } }
  Member:
    key: id
    person: personId
    fields:
      id: { type: uuid, default: generated }
      organisationId: { type: text, default: tenant }
      personId: { type: text }
      isActive: boolean
      team: { type: text, optional: true }
      level: int32
      sealed: { type: text, protect: encrypt, search: equals, optional: true }
      hidden: { type: text, writeOnly: true, optional: true }
    relations: { role: { one: Role }, marks: { many: Mark } }
    allow: { owner: { do: [read] } }
${member}
  Mark:
    key: id
    fields: { id: { type: uuid, default: generated }, organisationId: { type: text, default: tenant } }
    relations: { member: { one: Member } }
    allow: { owner: { do: [read] } }
`

const read = (written: Written) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text(written) })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const told = (written: Written): readonly string[] =>
  checkCharter(read(written), { styles: [], connectors: [] })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, place }) => `${place.line} ${code}: ${message}`)
const of = (changes: Readonly<Record<string, string>>): string => {
  const parts = { entity: 'Member', roles: 'role.grants', ...changes }
  return `{ ${Object.entries(parts)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }`
}

describe('membership', () => {
  test('is read, with a flag as a condition, and the model has it', () => {
    expect(told({})).toEqual([])
    expect(toModel(read({}), []).access).toMatchObject({
      membership: {
        entity: 'Member',
        person: 'personId',
        roles: ['role', 'grants'],
        signedIn: 'guest',
        while: { kind: 'compare', op: 'eq', left: { path: ['isActive'] }, right: { value: true } },
      },
      principal: [{ name: 'team', member: 'team' }],
    })
    expect(
      toModel(read({ membership: of({ while: "'isActive == true and team is null'" }) }), []).access,
    ).toMatchObject({
      membership: { while: { kind: 'and' } },
    })
  })

  test.each<[Readonly<Record<string, string>>, string]>([
    [{ entity: 'Membr' }, 'unknown-entity: There is no entity `Membr`.'],
    [{ roles: 'roll.grants' }, 'unknown-relation: Member has no relation `roll`.'],
    [{ roles: 'marks.id' }, 'unknown-relation: Member has no relation `marks`.'],
    [{ roles: 'role.grant' }, 'unknown-field: Role has no field `grant`.'],
    [
      { roles: 'isActive' },
      'bad-membership: `roles` cannot say who belongs where: `isActive` is boolean, and names of roles are text, an enum, or an array of these.',
    ],
    [
      { while: "'sealed is null'" },
      'bad-membership: `while` cannot say who belongs where: there is no field `sealed`.',
    ],
    [
      { while: "'hidden is null'" },
      'bad-membership: `while` cannot say who belongs where: there is no field `hidden`.',
    ],
    [{ while: "'level'" }, 'bad-membership: `while` cannot say who belongs where: it ends too early.'],
    [{ signedIn: 'stranger' }, 'unknown-role: There is no role `stranger` under `access.roles`.'],
  ])('%j is told where it is', (changes, message) => {
    const found = told({ membership: of(changes) })
    expect(found).toHaveLength(1)
    expect(found[0]?.replace(/^\d+ /, '')).toBe(message)
    expect(found[0]).toMatch(/^6 /)
  })

  test('rows that do not say whose they are say of nobody where they belong', () => {
    const found = told({ membership: '{ entity: Role, roles: grants }', principal: '{}' })
    expect(found).toEqual([expect.stringContaining('Role does not say which of its fields holds a `principal.id`')])
  })

  test('with tenancy, rows that all organisations share say of none that somebody belongs to it', () => {
    expect(told({ member: '    shared: true' })).toContainEqual(
      expect.stringContaining('`entity` cannot say who belongs where: Member is `shared`'),
    )
  })

  test.each([
    ['{ type: text, member: team, required: true }', 'it is `required`, and who belongs nowhere has no row'],
    ['{ type: int32, member: team }', '`team` is text, not int32'],
    ['{ type: text, member: sealed }', '`sealed` is protected'],
  ])('an attribute of the member that is %s is refused', (attribute, why) => {
    expect(told({ principal: `{ team: ${attribute} }` })).toEqual([
      expect.stringContaining(`bad-member: \`principal.team\` cannot be of the member: ${why}.`),
    ])
  })

  test('an attribute of the member is nothing without members', () => {
    expect(told({ membership: '' })).toEqual([expect.stringContaining('there is no `access.membership`')])
  })

  test('who says what roles callers have breaks them in every style', () => {
    const style = { name: 'rest', breaks: () => [] }
    const breaks = (before: Written, after: Written) =>
      diffCharters(read(before), read(after), { styles: [style], access: () => [] }).styles.rest?.map(
        ({ sentence, severity }) => `${severity}: ${sentence}`,
      )
    expect(breaks({}, {})).toEqual([])
    expect(breaks({ membership: '', principal: '{}' }, {})).toEqual([
      'breaking: Callers have the roles that rows of Member say (`role.grants`); those of a token count for nothing, and of several organisations one is chosen (`Charter-Organisation`).',
      'breaking: Whoever is signed in has `guest` (`signedIn`); it was no role of its own.',
    ])
    expect(breaks({}, { membership: of({ while: 'isActive' }) })).toEqual([
      'breaking: Whoever is signed in has no role of its own (`signedIn`); it was `guest`.',
    ])
    expect(breaks({}, { membership: of({ while: 'level > 1', signedIn: 'guest' }) })).toEqual([
      'breaking: A row of Member makes a member `while: level > 1`; it was `while: isActive`.',
    ])
    expect(breaks({}, { membership: of({ signedIn: 'owner' }) })).toEqual([
      'breaking: Every row of Member makes a member; it was those with `while: isActive` alone.',
      'breaking: Whoever is signed in has `owner` (`signedIn`); it was `guest`.',
    ])
    expect(breaks({}, { membership: of({ roles: 'team', while: 'isActive', signedIn: 'guest' }) })).toEqual([
      'breaking: Which rows say what roles a caller has is another: Member of `personId`, by `team`; it was Member of `personId`, by `role.grants`.',
    ])
    expect(breaks({}, { membership: '', principal: '{}' })).toEqual([
      'breaking: Callers have the roles and the tenant that their credentials say; rows say nothing of them any more.',
    ])
  })
})
