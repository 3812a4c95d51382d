import { expect, test } from 'vitest'
import { checkDrafted } from '../testing/check-drafted.ts'

const tickets = 'A ticket has a title. Agents manage tickets. Owners delete tickets.'

test.each([
  'People belong to one or more organisations and have a role (owner, agent) in each.',
  'A user can belong to several organisations, with a role in each: owner or agent.',
  'Each organisation has members with a role (owner or agent).',
  'Every organisation has its own members, each with a role (owner, agent).',
])('%s', (sentence) => {
  const { document, rightsOf, asked } = checkDrafted(`${tickets} ${sentence}`)
  expect(document).toContain('tenancy: { field: organisationId, claim: organisation }')
  expect(document).toContain('membership: { entity: Member, roles: role, signedIn: visitor }')
  expect(document).toContain('role: { type: enum, values: [agent, owner] }')
  expect(document.match(/organisationId: \{ type: text, length: 1\.\.40, default: tenant \}/g)).toHaveLength(2)
  expect(document).toMatch(/Organisation:\n {4}key: id\n {4}shared: true\n/)
  // Declared without its code it would keep anybody from making one.
  expect(document).not.toMatch(/^ {4}hooks:/m)
  expect(rightsOf('Organisation', 'visitor')).toEqual(['create when any'])
  expect(rightsOf('Member', 'owner')).toEqual(['create read update list delete when any'])
  expect(rightsOf('Ticket', 'agent')).toEqual(['create read update delete list when any'])
  expect(asked).toContain('Its first member is written by a hook')
})

test.each([
  "Organisations never see each other's data.",
  'No organisation sees the data of another.',
  'Each organisation sees only its own tickets.',
  'The data of one organisation is never visible to another.',
  "An organisation cannot see another organisation's tickets.",
  'Organisations are strictly isolated from each other.',
])('%s', (sentence) => {
  const { document, asked } = checkDrafted(`${tickets} ${sentence}`)
  expect(document).toContain('tenancy: { field: organisationId, claim: organisation }')
  expect(document).not.toContain('  membership:')
  expect(asked).toContain('who belongs to which of the organisations?')
})

test('who is inactive, or has not accepted, belongs nowhere', () => {
  const { document, asked } = checkDrafted(
    `${tickets} Each organisation has members with roles. Inactive members have no access. A member has to accept the invitation first.`,
  )
  expect(document).toContain('while: isActive and acceptedAt is not null')
  expect(document).toContain('acceptedAt: { type: instant, optional: true }')
  expect(asked).toContain('An operation of their own that sets `acceptedAt` is to be written')
})

test('whose company a row is of is its tenant, and neither a reference nor a condition', () => {
  const { document, rightsOf } = checkDrafted(
    'A ticket has a title and belongs to one company. Agents see tickets of their own company and create tickets. No company sees the data of another.',
  )
  expect(document).not.toMatch(/relations:|principal:/)
  expect(document.match(/companyId:/g)).toHaveLength(1)
  expect(rightsOf('Ticket', 'agent')).toEqual(['read list create when any'])
})

test('rights to organisations themselves would be to all of them: they are asked about', () => {
  const { rightsOf, asked } = checkDrafted(
    `${tickets} An organisation has a name and an address. Owners manage organisations. Each organisation has members with a role (owner or agent).`,
  )
  expect(rightsOf('Organisation', 'owner')).toEqual([])
  expect(asked).toContain('nobody was given that (owner)')
})

test.each([
  "Customers never see each other's tickets.",
  'Each organisation has members.',
  'People belong to one or more teams and have a role in each.',
  'An organisation has a name.',
  'Organisations see their own tickets.',
])('no tenants: %s', (sentence) => {
  expect(checkDrafted(`${tickets} ${sentence}`).document).not.toContain('tenancy')
})

test('members that are described keep what they have', () => {
  const { document } = checkDrafted(
    'A person has a name. A member has a nickname and belongs to one person. Each organisation has members with a role (owner or agent). Owners see members.',
  )
  expect(document).toContain('nickname:')
  expect(document).toContain('person: principalId')
})

test.each([
  'A person can be a member of several lodges, and in each of them they are either agent or owner. No lodge sees the data of another one.',
  'Staff belong to one or more lodges; their role there is agent or owner. What one lodge keeps is hidden from all other lodges.',
  "People work for several lodges as owner or agent. Lodge data is separated: one lodge's tickets are never visible in another lodge.",
  'Users belong to several lodges and hold a role in each of them (owner or agent). The data of one lodge stays hidden from the others.',
])('whatever the organisations are called: %s', (sentence) => {
  const { document } = checkDrafted(`${tickets} ${sentence}`)
  expect(document).toContain('tenancy: { field: lodgeId, claim: lodge }')
  expect(document).toContain('membership: { entity: Member, roles: role, signedIn: visitor }')
  expect(document).toMatch(/role: \{ type: enum, values: \[(?:agent, owner|owner, agent)\] \}/)
})

test.each([
  'Several engraving shops share the service, and whatever each of them enters stays invisible to the others.',
  'Every choir is a tenant of its own: none may look at anything of another.',
  'Many bakeries work with it; they never see each other’s data.',
  'Ovens and loaves belong to one bakery and are kept apart from the ones of all other bakeries.',
  'The clubs are separate tenants.',
])('that what is kept is kept apart, whatever noun has it: %s', (said) => {
  const { document } = checkDrafted(`${said} A loaf has a weight. Keepers manage loaves.`)
  expect(document).toMatch(/tenancy:/)
})

test.each(['Each patient is hidden from the others.', 'Every clerk is a tenant of a flat.'])(
  'who is hidden or rents is no tenant: %s',
  (said) => {
    expect(checkDrafted(`${said} A loaf has a weight. Keepers manage loaves.`).document).not.toMatch(/tenancy:/)
  },
)

test('what is kept apart in words that are not understood is seen by nobody', () => {
  const { rightsOf, asked } = checkDrafted(
    'A loaf has a weight. Keepers manage loaves. All that is written down stays hidden from the others.',
  )
  expect(rightsOf('Loaf', 'keeper')).toEqual(['create update delete when any'])
  expect(asked).toContain('what is the rule?')
})
