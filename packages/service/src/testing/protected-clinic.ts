import type { Principal } from '@charter/runtime'

/** A clinic whose personal data is protected in each way, with tenants. */
export const protectedClinic = `
charter: 1
name: clinic
serves: [rest]
sources: { main: { own: sqlite } }
access:
  roles: [clinician, desk, clerk, auditor]
  principal: { ward: { type: text, claim: ward, required: true } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Patient:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      name: { type: text, length: 1..120, class: pii, protect: encrypt, search: equals, optional: true }
      birthDate: { type: date, max: today, class: phi, protect: encrypt, reveal: clinical, mask: year, optional: true }
      ssn: { type: text, pattern: '\\d{3}-\\d{2}-\\d{4}', class: pii, protect: tokenize, search: equals, unique: true, optional: true, reveal: clinical }
      notes: { type: text, length: ..400, class: phi, protect: tokenize, optional: true }
      insurance: { type: text, length: 1..40, protect: encrypt, search: equals, unique: true, optional: true, reveal: clinical }
      phone: { type: text, length: 1..40, protect: mask, reveal: clinical, mask: { last: 2 }, optional: true }
      income: { type: int64, protect: encrypt, reveal: ward, optional: true }
      ward: { type: text, length: 1..40 }
    relations:
      visits: { many: Visit, inverse: patient }
    allow:
      clinician: { do: [create, read, update, delete, list, audit, remember], reveal: [clinical, detokenize, ward] }
      desk: [{ do: [create, read, list, update] }, { do: [read], when: 'resource.ward == principal.ward', reveal: [ward] }]
      auditor: { do: [audit] }
  Visit:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      reason: { type: text, length: 1..200, protect: encrypt }
    relations:
      patient: { one: Patient }
    allow:
      clinician: { do: [create, read, list] }
      desk: { do: [create, read, list] }
  Room:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      title: text
    allow:
      clinician: { do: [create, read, list, update] }
operations:
  remember: { rights: service, entity: Patient, input: { note: text }, result: Patient, effect: write, mode: unary }
`

const someone = (id: string, role: string, tenant: string, ward = 'north'): Principal => ({
  id,
  roles: [role],
  attributes: { ward },
  tenant,
  credential: 'jwt',
})

export const clinicianA = someone('c1', 'clinician', 'a')
export const clinicianB = someone('c2', 'clinician', 'b')
export const deskA = someone('d1', 'desk', 'a')
export const auditorA = someone('a1', 'auditor', 'a')

/** The same with its rows and state in PostgreSQL. */
export const onPostgresql = (text: string): string => text.replace('own: sqlite', 'own: postgresql')
export const onMariadb = (text: string): string => text.replace('own: sqlite', 'own: mariadb')
