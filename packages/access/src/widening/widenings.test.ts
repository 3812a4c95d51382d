import { readFileSync } from 'node:fs'
import { parseCharter, type Widening } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { wideningsOf } from './widenings.ts'

const clinic = readFileSync(new URL('../../../charter/examples/clinic.yaml', import.meta.url), 'utf8')

const read = (text: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}

const lines = (found: readonly Widening[]) =>
  found.map(
    ({ id, before, after, isCertain }) =>
      `${id.replace(/:[0-9a-f]{8}$/, '')}: ${before} → ${after}${isCertain ? '' : ' (not comparable)'}`,
  )

const widened = (before: string, ...edits: readonly (readonly [string, string])[]) => {
  const after = edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`)
    return text.replace(from, to)
  }, before)
  return lines(wideningsOf(read(before), read(after)))
}

describe('who sees more', () => {
  test('a charter widens nothing against itself', () => {
    expect(wideningsOf(read(clinic), read(clinic))).toEqual([])
  })

  test('a role that may list, for each classified field that it is shown', () => {
    expect(widened(clinic, ['pharmacist: { do: [read] }', 'pharmacist: { do: [read, list] }'])).toEqual([
      'Patient.name:pharmacist:list: no → yes',
      'Patient.birthDate:pharmacist:list: no → yes',
      'Patient.email:pharmacist:list: no → yes',
    ])
  })

  test('a role that may reveal', () => {
    expect(widened(clinic, ['pharmacist: { do: [read] }', 'pharmacist: { do: [read], reveal: [clinical] }'])).toEqual([
      'Patient.ssn:pharmacist:read: no → yes',
    ])
  })

  test('a condition that vanishes, and one that is weaker', () => {
    expect(
      widened(clinic, [
        'clinician: { do: [create, read, update, list, audit], when: resource.patient.ward == principal.ward, reveal',
        'clinician: { do: [create, read, update, list, audit], reveal',
      ]),
    ).toEqual(['EhrRecord.body:clinician:read+list: resource.patient.ward == principal.ward → yes'])
    expect(
      widened(clinic, [
        'when: resource.patient.ward == principal.ward, reveal',
        'when: resource.patient.ward == principal.ward || resource.kind == "note", reveal',
      ]),
    ).toEqual([
      'EhrRecord.body:clinician:read+list: resource.patient.ward == principal.ward → resource.patient.ward == principal.ward || resource.kind == "note"',
    ])
  })

  test('a condition that is narrower is none; one that cannot be compared is', () => {
    const own = 'when: resource.patient.ward == principal.ward, reveal'
    expect(
      widened(clinic, [own, 'when: resource.patient.ward == principal.ward && resource.kind != "imaging", reveal']),
    ).toEqual([])
    expect(widened(clinic, [own, 'when: resource.title like "A*", reveal'])).toEqual([
      'EhrRecord.body:clinician:read+list: resource.patient.ward == principal.ward → resource.title like "A%" (not comparable)',
    ])
  })

  test('a role that may only write sees no more', () => {
    expect(
      widened(clinic, ['pharmacist: { do: [read] }', 'pharmacist: { do: [read, update, create, delete] }']),
    ).toEqual([])
  })

  test('an operation that answers with the row', () => {
    expect(
      widened(clinic, [
        'auditor: { do: [audit] }\n    samples',
        'auditor: { do: [audit, dischargePatient] }\n    samples',
      ]),
    ).toEqual([
      'Patient.name:auditor:dischargePatient: no → yes',
      'Patient.birthDate:auditor:dischargePatient: no → yes',
      'Patient.email:auditor:dischargePatient: no → yes',
    ])
  })

  test('a forbid that goes, a second factor that is asked no more, a tenant that counts no more', () => {
    const policies = `${clinic}\npolicies: |\n  forbid(principal, action == Action::"EhrRecord.read", resource is EhrRecord) when { resource.kind == "imaging" };\n`
    expect(lines(wideningsOf(read(policies), read(clinic)))).toEqual([
      'EhrRecord.body:clinician:read: resource.patient.ward == principal.ward && !(resource.kind == "imaging") → resource.patient.ward == principal.ward',
    ])
    const careful = clinic.replace('roles: [clinician', 'mfa: [EhrRecord.read]\n  roles: [clinician')
    expect(lines(wideningsOf(read(careful), read(clinic)))).toEqual([
      'EhrRecord.body:clinician:read: resource.patient.ward == principal.ward && with a second factor → resource.patient.ward == principal.ward',
    ])
    expect(lines(wideningsOf(read(clinic), read(careful)))).toEqual([])
  })

  test('an attribute that comes from another claim is another one; under another name it is the same', () => {
    expect(widened(clinic, ['claim: ward', 'claim: division']).length).toBeGreaterThan(0)
    expect(
      lines(
        wideningsOf(
          read(clinic),
          read(
            clinic
              .replace('    ward: { type: text, length: 1..40, claim', '    unit: { type: text, length: 1..40, claim')
              .replaceAll('principal.ward', 'principal.unit'),
          ),
        ),
      ),
    ).toEqual([])
  })

  test('who is known by another claim is another one', () => {
    const owned = clinic.replace(
      'pharmacist: { do: [read] }',
      'pharmacist: { do: [read], when: resource.name == principal.id }',
    )
    expect(
      lines(wideningsOf(read(owned), read(owned.replace('access:', 'access:\n  person: { claim: employee }')))).length,
    ).toBeGreaterThan(0)
  })

  test('a field renamed is followed; a new one is told of', () => {
    expect(widened(clinic, ['email: { type', 'mail: { was: email, type'], ['email: ada', 'mail: ada'])).toEqual([])
    expect(
      widened(clinic, [
        'ward: { type: text, length: 1..40 }',
        'ward: { type: text, length: 1..40 }\n      phone: { type: text, class: pii, optional: true }',
      ]),
    ).toEqual([
      'Patient.phone:clinician:read+list+dischargePatient: no → resource.ward == principal.ward',
      'Patient.phone:pharmacist:read: no → yes',
    ])
  })
})

describe('who sees more by holding two roles', () => {
  const charter = (allow: string) => `charter: 1
name: a
access: { roles: [lister, revealer] }
sources: { main: { own: sqlite } }
entities:
  Patient:
    key: id
    fields: { id: uuid, ssn: { type: text, class: pii, reveal: clinical } }
    allow: { ${allow} }
`
  test('one permits, the other reveals', () => {
    const before = charter('lister: { do: [list] }')
    const after = charter('lister: { do: [list] }, revealer: { do: [create], reveal: [clinical] }')
    expect(lines(wideningsOf(read(before), read(after)))).toEqual(['Patient.ssn:lister+revealer:list: no → yes'])
  })

  test('what one role explains is told of that role alone', () => {
    const before = charter('revealer: { do: [create], reveal: [clinical] }')
    const after = charter('lister: { do: [list], reveal: [clinical] }, revealer: { do: [create], reveal: [clinical] }')
    expect(lines(wideningsOf(read(before), read(after)))).toEqual(['Patient.ssn:lister:list: no → yes'])
  })
})

describe('who belongs', () => {
  const charter = (membership: string, { allow = '', team = 'team' } = {}) => `charter: 1
name: a
access:
  roles: [owner, guest]
${membership === '' ? '' : `  membership: ${membership}`}
${membership === '' ? '' : `  principal: { team: { type: text, member: ${team} } }`}
entities:
  Member:
    key: id
    person: personId
    fields: { id: uuid, personId: text, isActive: boolean, endsOn: { type: date, optional: true }, grants: { type: enum, values: [owner] }, kind: { type: enum, values: [owner] }, team: text, other: text }
    allow: { owner: { do: [create] } }
  Patient:
    key: id
    fields: { id: uuid, ssn: { type: text, class: pii }, team: text }
    allow: { owner: { do: [list] }${allow} }
`
  const told = (before: string, after: string, others: Parameters<typeof charter>[1] = {}) =>
    lines(wideningsOf(read(charter(before, others)), read(charter(after, others))))
  const members = '{ entity: Member, roles: grants, while: isActive }'

  test('nobody more by the same rows, by `while` where there was none, and by one that asks more', () => {
    expect(told(members, members)).toEqual([])
    expect(told('{ entity: Member, roles: grants }', members)).toEqual([])
    expect(told(members, members.replace('isActive', 'isActive and endsOn is null'))).toEqual([])
  })

  test('nobody more where what says whose a row is has another name', () => {
    const before = charter(members)
    const after = before
      .replace('person: personId', 'person: who')
      .replace('personId: text', 'who: { type: text, was: personId }')
    expect(wideningsOf(read(before), read(after))).toEqual([])
  })

  test('more where `while` goes, or asks less or something else', () => {
    expect(told(members, '{ entity: Member, roles: grants }')).toEqual([
      'Patient.ssn:owner:list: resource.(Member).isActive == true → yes',
    ])
    expect(told(members, members.replace('isActive', 'isActive or endsOn is null'))).toEqual([
      'Patient.ssn:owner:list: resource.(Member).isActive == true → resource.(Member).isActive == true || resource.(Member).endsOn has no value',
    ])
    expect(told(members, members.replace('isActive', 'endsOn is null'))).toEqual([
      'Patient.ssn:owner:list: resource.(Member).isActive == true → resource.(Member).endsOn has no value (not comparable)',
    ])
  })

  test('more where other rows, or rows at all, say who has a role', () => {
    const by = (field: string) => `a row of Member by personId says the role by ${field}`
    expect(told(members, members.replace('grants', 'kind'))).toEqual([
      `Patient.ssn:owner:list: ${by('grants')} && resource.(Member).isActive == true → ${by('kind')} && resource.(Member).isActive == true (not comparable)`,
    ])
    expect(told('', '{ entity: Member, roles: grants }')).toEqual([
      `Patient.ssn:owner:list: a credential says the role → ${by('grants')} (not comparable)`,
    ])
  })

  test('more where whoever is signed in has a role', () => {
    const signedIn = members.replace(' }', ', signedIn: guest }')
    const allow = ', guest: { do: [list] }'
    expect(told(members, signedIn)).toEqual([])
    expect(told(members, signedIn, { allow })).toEqual(['Patient.ssn:anyone:list: no → yes'])
    expect(told(signedIn, members, { allow })).toEqual([])
  })

  test('more where a `forbid` goes with the membership', () => {
    const forbidding = (condition: string) =>
      read(
        `${charter(`{ entity: Member, roles: grants, ${condition}signedIn: guest }`, { allow: ', guest: { do: [list] }' })}policies: |
  forbid(principal in Role::"owner", action == Action::"Patient.list", resource is Patient);
`,
      )
    expect(lines(wideningsOf(forbidding(''), forbidding('while: isActive, ')))).toEqual([
      'Patient.ssn:owner:list: !(yes) → (!(yes) && resource.(Member).isActive == true) || !(resource.(Member).isActive == true)',
    ])
    expect(wideningsOf(forbidding('while: isActive, '), forbidding(''))).toEqual([])
  })

  test('an attribute of another field of the member is another one', () => {
    const allow = ', guest: { do: [list], when: resource.team == principal.team }'
    expect(
      lines(wideningsOf(read(charter(members, { allow })), read(charter(members, { allow, team: 'other' })))),
    ).toEqual([
      'Patient.ssn:guest:list: resource.team == principal.team (before) → resource.team == principal.team (not comparable)',
    ])
  })
})

describe('time in conditions', () => {
  const charter = (when: string) => `charter: 1
name: a
access: { roles: [clerk] }
entities:
  Patient:
    key: id
    fields: { id: uuid, ssn: { type: text, class: pii }, seenAt: instant, bornOn: date }
    allow: { clerk: { do: [list], when: '${when}' } }
`
  const told = (before: string, after: string) => wideningsOf(read(charter(before)), read(charter(after))).length
  const open = 'context.now < resource.seenAt'
  const later = (hours: number) => `context.now < resource.seenAt.offset(duration("${hours}h"))`

  test.each([
    [open, later(24)],
    [later(12), later(24)],
    [later(24), `!(${later(12)})`],
    ['resource.seenAt < datetime("2026-01-01")', 'resource.seenAt < datetime("2027-01-01")'],
    ['resource.bornOn < datetime("2026-01-01")', 'resource.bornOn <= datetime("2026-01-01")'],
    [
      'resource.seenAt > datetime("2026-01-01T00:00:00.001Z")',
      'resource.seenAt >= datetime("2026-01-01T00:00:00.001Z")',
    ],
    ['resource.seenAt >= datetime("2026-01-01T00:00:00.001Z")', 'resource.seenAt > datetime("2026-01-01")'],
    ['context.now < datetime("2026-01-01")', 'context.now < datetime("2026-01-02")'],
    ['datetime("2026-01-02") < context.now', 'datetime("2026-01-02") < context.now.offset(duration("24h"))'],
  ])('%s → %s takes in more, and the other way round no more', (narrow, wide) => {
    expect(told(narrow, wide)).toBe(1)
    if (!wide.startsWith('!')) expect(told(wide, narrow)).toBe(0)
  })
})

describe('what keeps a field less', () => {
  const charter = (ssn: string, id = 'uuid') => `charter: 1
name: a
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Patient:
    key: id
    fields: { id: ${id}, ssn: { type: text, ${ssn} } }
    allow: { clerk: { do: [read, list], reveal: [clinical] } }
`
  const change = (before: string, after: string) => lines(wideningsOf(read(charter(before)), read(charter(after))))

  test.each([
    ['class: pii', 'length: ..9', ['Patient.ssn:class: pii → none']],
    ['class: phi', 'class: pii', ['Patient.ssn:class: phi → pii']],
    ['length: ..9', 'class: pii', []],
    ['class: pii, protect: encrypt', 'class: pii', ['Patient.ssn:protect: encrypt → none']],
    ['class: pii', 'class: pii, protect: encrypt', []],
    [
      'class: pii, protect: encrypt',
      'class: pii, protect: encrypt, search: equals',
      ['Patient.ssn:clerk:search: no → yes'],
    ],
    [
      'class: pii, reveal: clinical',
      'class: pii, reveal: clinical, mask: { last: 4 }',
      ['Patient.ssn:mask: hide → last 4'],
    ],
    ['class: pii, reveal: clinical, mask: { last: 4 }', 'class: pii, reveal: clinical, mask: { last: 2 }', []],
  ])('%s → %s', (before, after, found) => {
    expect(change(before, after)).toEqual(found)
  })
})

test('an id is of one change: made wider afterwards, it is another', () => {
  const ids = (to: string) =>
    wideningsOf(read(clinic), read(clinic.replace('pharmacist: { do: [read] }', to))).map(({ id }) => id)
  const some = ids('pharmacist: { do: [read, list], when: resource.ward == principal.ward }')
  const every = ids('pharmacist: { do: [read, list] }')
  expect(some).toEqual(ids('pharmacist: { do: [read, list], when: resource.ward == principal.ward }'))
  expect(every.filter((id) => some.includes(id))).toEqual([])
})
