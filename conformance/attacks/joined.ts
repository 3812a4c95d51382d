import type { Attack } from './attack.ts'

const charter = `charter: 1
name: joined
version: 1.0.0
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [admin, nurse, desk]
entities:
  Patient:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    relations: { clinics: { many: Clinic, through: Admission } }
    allow: { admin: { do: [create, read, list] }, nurse: { do: [read, list] }, desk: { do: [read, list] } }
  Clinic:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { admin: { do: [create, read, list] }, nurse: { do: [read, list] }, desk: { do: [read, list] } }
  Admission:
    key: id
    fields: { id: { type: uuid, default: generated }, isOpen: boolean }
    relations: { patient: { one: Patient }, clinic: { one: Clinic } }
    allow:
      admin: { do: [create, read, list] }
      nurse: { do: [list], when: resource.isOpen }
`

export const attacks: readonly Attack[] = [
  {
    name: 'joined-rows',
    holds: 'who may not list an admission does not learn of it through a patient’s clinics, in answers and counts',
    finding: 'B9',
    charter,
    isAlone: true,
    play: async ({ ask, token }) => {
      const admin = await token(['admin'])
      const made = async (path: string, body: object) =>
        String((await ask('POST', `/api/v1/${path}`, { token: admin, body })).json.id)
      const patientId = await made('patients', { name: 'Ada' })
      const [open, closed] = [
        await made('clinics', { title: 'Dentist' }),
        await made('clinics', { title: 'Psychiatry' }),
      ]
      await made('admissions', { isOpen: true, patientId, clinicId: open })
      await made('admissions', { isOpen: false, patientId, clinicId: closed })
      const query = `{ patient(rowId: "${patientId}") { clinics { nodes { title } totalCount } } }`
      const nurse = await token(['nurse'])
      const seen = await ask('GET', `/api/v1/patients/${patientId}?include=clinics`, { token: nurse })
      const counted = await ask('POST', '/graphql', { token: nurse, body: { query } })
      for (const { text } of [seen, counted]) if (text.includes('Psychiatry') || !text.includes('Dentist')) return text
      if (!counted.text.includes('"totalCount":1')) return counted.text
      const desk = await ask('GET', `/api/v1/patients?include=clinics`, { token: await token(['desk']) })
      return desk.status === 403 ? null : `desk: ${desk.status} ${desk.text}`
    },
  },
]
