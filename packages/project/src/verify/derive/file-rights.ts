import type { Scenario, Step } from '../scenario.ts'
import { type AskedFile, fileScenario, given, reading, sending } from './asked-files.ts'
import { longestPage } from './pages.ts'
import { trailPageMin } from './records.ts'

/** Who may not update a row sends it nothing, who does not see a field reads nothing of it and sends it nothing; and both are on record. */
export const fileRights = (asked: AskedFile): readonly Scenario[] => [rights(asked), ...recorded(asked)]

const rights = (asked: AskedFile): Scenario => {
  const { field, sample } = asked
  return fileScenario(
    asked,
    'rights',
    `who may not update the row sends no ${field.name}, and who may not see it neither reads nor sends it`,
    [
      sending(asked, sample, { status: 200 }),
      { ...reading(asked, { status: 401 }), as: null },
      { ...sending(asked, sample, { status: 401 }), as: null },
      ...asked.about.model.access.roles.flatMap((as) => [...sendingAs(asked, as), ...readingAs(asked, as)]),
      reading(asked, given(sample)),
    ],
  )
}

/** Whether the role is shown the field of the first row. */
const isShown = ({ about, field: { reveal } }: AskedFile, role: string): boolean =>
  reveal === undefined || about.can(role, `reveal:${reveal}`, about.rows[0])

const sendingAs = (asked: AskedFile, as: string): readonly Step[] => {
  const { about, sample, path } = asked
  const may = (action: string): boolean => about.can(as, action, about.rows[0])
  const isBlind = may('read') && may('update') && !isShown(asked, as)
  if (about.mayEver(as, 'update') && !isBlind) return []
  const length = String(sample.bytes.length)
  const refused = { status: 403, body: [{ at: '/code', equals: 'forbidden' }] } as const
  return [
    { ...sending(asked, sample, refused), as },
    { as, method: 'POST', path, headers: { 'tus-resumable': '1.0.0', 'upload-length': length }, expect: refused },
    { as, method: 'DELETE', path, expect: refused },
  ]
}

const readingAs = (asked: AskedFile, as: string): readonly Step[] => {
  const { about, sample } = asked
  if (!about.mayEver(as, 'read')) return [{ ...reading(asked, { status: 403 }), as }]
  const isSeen = about.can(as, 'read', about.rows[0]) && isShown(asked, as)
  return [{ ...reading(asked, isSeen ? given(sample) : { status: 404 }), as }]
}

/** A request that the trail tells apart from all others of the row. */
const marked = { 'x-request-id': '{{run}}' }

const recorded = (asked: AskedFile): readonly Scenario[] => {
  const { about, field, sample } = asked
  const [row] = about.rows
  const trail = row && about.path('audit', row)
  const auditor = about.model.access.roles.find((role) => about.can(role, 'audit', row))
  if (!trail || auditor === undefined || longestPage(about.model) < trailPageMin) return []
  // What was sent or given stands first; what an answer shows beside comes after it.
  const entry = (action: string) => ({
    '/operation': `${about.entity.name}.${action}`,
    '/origin/requestId': '{{run}}',
    '/fields/0': field.name,
    '/outcome': 'ok',
  })
  const told = (action: string): Step => ({
    as: auditor,
    method: 'GET',
    path: `${trail}?limit=${longestPage(about.model)}`,
    walk: true,
    withinMs: 5000,
    expect: { status: 200, body: [{ at: '/items', some: entry(action) }] },
  })
  return [
    fileScenario(asked, 'recorded', `who sent ${field.name}, and who was given it, is on record`, [
      sending(asked, sample, { status: 200 }, marked),
      reading(asked, given(sample), marked),
      told('update'),
      told('read'),
    ]),
  ]
}
