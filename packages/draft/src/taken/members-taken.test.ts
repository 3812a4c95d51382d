import { expect, test } from 'vitest'
import { checkDrafted as drafted } from '../testing/check-drafted.ts'

const things = 'A project has a title. A task has a title and a due date and belongs to one project.'

test.each([
  ['Members of a project see its tasks.', 'read list'],
  ['Project members may see the tasks of the project.', 'read list'],
  ['Tasks of a project are visible to members of that project.', 'read list'],
  ['The members of a project may see and update its tasks.', 'read list update'],
  ["A project's members can read the tasks of the project.", 'read list'],
  ['Whoever is a member of a project may create its tasks.', 'create'],
  ['Every member of a project may see the tasks in it and edit them.', 'update read list'],
])('%s', (sentence, actions) => {
  const { rightsOf, draft } = drafted(`${things} ${sentence}`)
  const lines = rightsOf('Task', 'member') ?? []
  expect(lines.map((line) => line.split(' when ')[1])).toEqual(['principal in resource.project.members'])
  expect(lines[0]?.split(' when ')[0]?.split(' ').sort()).toEqual(actions.split(' ').sort())
  expect(draft.document).toContain('person: personId')
})

test.each([
  'Only project members may see the project.',
  'A project can only be seen by its members.',
  'Projects are visible to their members only.',
  'A project is visible only to its members.',
])('%s', (sentence) => {
  const { rightsOf } = drafted(`${things} Clerks manage projects and tasks. ${sentence}`)
  expect(rightsOf('Project', 'member')).toEqual(['read list when principal in resource.members'])
  expect(rightsOf('Project', 'clerk')).toEqual([
    'create update delete when any',
    'read list when principal in resource.members',
  ])
})

test('a kind of member is a set of its own, and only it may do what the words keep to it', () => {
  const { rightsOf, draft } = drafted(
    `${things} Clerks manage projects and tasks. Only members of a project may see and update its tasks. Only leads of a project may change it.`,
  )
  expect(draft.document).toContain("leads: { of: members, where: 'role == ''lead''' }")
  expect(rightsOf('Project', 'member')).toEqual(['update when principal in resource.leads'])
  expect(rightsOf('Project', 'clerk')).toEqual([
    'create read delete list when any',
    'update when principal in resource.leads',
  ])
  expect(rightsOf('Task', 'clerk')).toEqual([
    'create delete when any',
    'read list update when principal in resource.project.members',
  ])
})

test('kinds are those that the words list, and a new project has no members who could make it', () => {
  const { rightsOf, draft } = drafted(
    'A project has a title. A project has members, each of which is a lead or a hand. Members of a project see it; the leads of a project manage it.',
  )
  expect(draft.document).toContain('role: { type: enum, values: [lead, hand], default: hand }')
  expect(rightsOf('Project', 'member')).toEqual([
    'read list when principal in resource.members',
    'read update delete list when principal in resource.leads',
  ])
})

test('leads look after who is a member where the words say so', () => {
  const { rightsOf } = drafted(`${things} Members of a project see it, and its leads manage its members.`)
  expect(rightsOf('ProjectMember', 'member')).toEqual([
    'create read update delete list when principal in resource.project.leads',
  ])
})

test('things that only such a sentence names are drafted, as are operations', () => {
  const { rightsOf, document } = drafted('Members of a team see its matches. Members of a team may archive it.')
  expect(rightsOf('Match', 'member')).toEqual(['read list when principal in resource.team.members'])
  expect(rightsOf('Team', 'member')).toEqual(['archiveTeam when principal in resource.members'])
  expect(document).toContain('archiveTeam: {')
})

test('rows over several references are reached by their path', () => {
  const { rightsOf } = drafted(
    `${things} A comment has a text and belongs to one task. Members of a project see its comments.`,
  )
  expect(rightsOf('Comment', 'member')).toEqual(['read list when principal in resource.task.project.members'])
})

test.each([
  'A document is shared with people; whoever it is shared with may read it.',
  'Those a document is shared with may read it.',
  'A document can be shared with other people, who may read it.',
  'A document may be read by whoever it is shared with.',
])('%s', (sentence) => {
  const { rightsOf, draft } = drafted(`A document has a title and a body. Authors create documents. ${sentence}`)
  expect(rightsOf('Document', 'person')).toEqual(['read list when principal in resource.shares'])
  expect(draft.document).toContain('shares: { many: DocumentShare, inverse: document }')
})

test.each([
  ['part of what it has', 'Members of a project see its title.'],
  ['what is not kept', 'Members of a project see its open tasks.'],
])('what names %s gives nobody anything, and is asked about', (_, sentence) => {
  const { rightsOf, asked } = drafted(`${things} Clerks manage projects and tasks. ${sentence}`)
  expect(rightsOf('Task', 'member')).toEqual([])
  expect(asked).toContain(`"${sentence.slice(0, -1)}"`)
})

test.each([
  'Staff members manage projects and tasks.',
  'Members of staff manage projects and tasks.',
  'Members of the association see tasks.',
  'Members of the public see projects.',
  'Members of a project have a name.',
  'Members of a project may see its tasks during their shift.',
  'The owner of a project may see it.',
])('no set: %s', (sentence) => {
  expect(drafted(`${things} ${sentence}`).draft.document).not.toContain('principal in ')
})

test('what those who belong to a thing may do, in words that are not understood, gives nobody every row', () => {
  const { rightsOf, asked } = drafted(
    `${things} Clerks manage projects and tasks. Members of a project see its tasks and the coach of a project updates them.`,
  )
  expect(rightsOf('Task', 'member')).toEqual([])
  expect(asked).toContain('what may a member of a project do with what?')
})

test('several parts in one list', () => {
  const { rightsOf } = drafted(
    `${things} A note has a text and belongs to one project. Members of a project see its tasks and notes.`,
  )
  for (const entity of ['Task', 'Note'])
    expect(rightsOf(entity, 'member')).toEqual(['read list when principal in resource.project.members'])
})

test('users with whom something is shared are of that role', () => {
  const { rightsOf } = drafted(
    'A note has a title. Users create notes. Notes can be shared with other users. A note may be read and changed by whoever it is shared with.',
  )
  expect(rightsOf('Note', 'user')).toContain('read list update when principal in resource.shares')
})

test('rows that say who belongs to an organisation may say who belongs to a thing of it', () => {
  const { rightsOf } = drafted(
    `${things} A member has a name and belongs to one project. Members of a project see its tasks. Each organisation has members with a role (owner or clerk).`,
  )
  expect(rightsOf('Task', 'member')).toEqual(['read list when principal in resource.project.members'])
})

test('who is of no kind in particular may no more than every member', () => {
  const { document } = drafted(
    'A project has a title. Members of a project see it. Moderators of a project change it. Maintainers of a project delete it.',
  )
  expect(document).toContain('role: { type: enum, values: [moderator, maintainer, member], default: member }')
})

test('kinds may be listed from the least on', () => {
  const { document } = drafted(
    'A project has a title. A project has members, each of which is a hand or a lead. Members of a project see it; the leads of a project manage it.',
  )
  expect(document).toContain('role: { type: enum, values: [hand, lead], default: hand }')
})

test.each([
  'Members of a project see its tasks and manage them. Only leads of a project may delete its tasks.',
  'Only leads of a project may delete its tasks. Members of a project see its tasks and manage them.',
])('what only one kind may, the other members may not: %s', (sentences) => {
  const { rightsOf } = drafted(`${things} Clerks manage tasks. ${sentences}`)
  expect([...(rightsOf('Task', 'member') ?? [])].sort()).toEqual([
    'delete when principal in resource.project.leads',
    'read list create update when principal in resource.project.members',
  ])
  expect(rightsOf('Task', 'clerk')).toEqual([
    'create read update list when any',
    'delete when principal in resource.project.leads',
  ])
})

test('leads are members, whose right it is as well', () => {
  const { rightsOf } = drafted(
    `${things} Only members of a project may see its tasks. Leads of a project see its tasks.`,
  )
  expect(rightsOf('Task', 'member')).toEqual([
    'read list when principal in resource.project.members',
    'read list when principal in resource.project.leads',
  ])
})

test('members beside others are asked about, and are nobody who may it everywhere', () => {
  const { rightsOf, asked } = drafted(`${things} Only leads of a project and clerks may delete its tasks.`)
  expect(rightsOf('Task', 'lead') ?? []).toEqual([])
  expect(asked).toContain(
    '"Only leads of a project and clerks may delete its tasks": what may a member of a project do',
  )
})

const crews = 'A crew has a name. A voyage belongs to a crew and has a date. Harbour masters see crews.'

test.each([
  'Nurses who belong to a crew can look at its voyages, but only the captain of the crew may change them.',
  'Nurses are in one or several crews. You only see the voyages of crews you are a member of. Captains of a crew may change its voyages.',
  "Crews are private: only the people on the crew's member list see its voyages, and among them only captains may change voyages.",
  'People in the crew see the voyages of their crew, and only captains of the crew change voyages.',
  'People are members of crews, some as captains. Members of a crew see its voyages. A voyage must be changed by a captain of the crew.',
])('those of a thing, and a kind of them, are sets: %s', (sentence) => {
  const { document } = drafted(`${crews} ${sentence}`).draft
  expect(document).toMatch(/do: \[read, list\], when: principal in resource\.crew\.(?:members|nurses)/)
  expect(document).toMatch(/do: \[update\], when: principal in resource\.crew\.captains/)
})

test('what is of others is nobody’s but theirs', () => {
  const { document } = drafted(
    `${crews} People are members of crews. Members of a crew may see its voyages. Voyages of other crews stay invisible. Cooks see voyages.`,
  ).draft
  expect(document).toMatch(/cook: \{ do: \[read, list\], when: principal in resource\.crew\.members/)
})

test.each([
  'As an author I want to share a recipe with other authors, so that whoever a recipe is shared with can read it but not change it.',
  'An author may share a recipe with other authors. Those with whom it is shared can read it.',
  'Authors share recipes with other authors, who may read them.',
  'You can share a recipe with another author, and anyone you have shared it with can read it.',
  'An author may share a recipe with individual authors. Authors can look at whatever has been shared with them.',
])('what somebody shares is read by those it is shared with: %s', (sentence) => {
  const { document } = drafted(`A recipe has a title and a text. Authors create recipes. ${sentence}`).draft
  expect(document).toMatch(/do: \[read, list\], when: principal in resource\.shares/)
  expect(document).not.toMatch(/do: \[[^\]]*create[^\]]*\], when: principal in resource\.shares/)
  expect(document).not.toMatch(/do: \[[^\]]*update[^\]]*\], when: principal in resource\.shares/)
})

test('who may comment on what is shared makes comments of it', () => {
  const { document } = drafted(
    'A recipe has a title. A comment has a text and belongs to a recipe. Authors create recipes. An author can share a recipe with colleagues. Those with whom it is shared can read and comment on it.',
  ).draft
  expect(document).toMatch(/colleague: \{ do: \[create\], when: principal in resource\.recipe\.shares/)
})
