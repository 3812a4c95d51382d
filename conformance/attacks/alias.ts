import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: aliases
version: 1.0.0
serves: [rest, graphql, soap]
sources: { main: { own: sqlite } }
access:
  accepts: [oauth2]
  roles: [clerk]
entities:
  Patient:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: text
    relations:
      notes: { many: Note, inverse: patient }
    allow:
      clerk: { do: [create, read, list] }
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, length: 1..200 }
    relations:
      patient: { one: Patient }
    allow:
      clerk: { do: [create, read, list] }
`

const secret = 'CANARY-alias-4471'

const made = async (victim: Victim): Promise<string> => {
  const token = await victim.token(['clerk'], { scope: 'aliases:write' })
  const patient = await victim.ask('POST', '/api/v1/patients', { token, body: { ward: 'north' } })
  await victim.ask('POST', '/api/v1/notes', { token, body: { text: secret, patientId: patient.json.id } })
  return String(patient.json.id)
}

/** Null where the answer neither has the note nor is anything but a refusal. */
const hidden = (status: number, text: string): string | null =>
  !text.includes(secret) && text.includes('Note:read') ? null : `${status} ${text}`

export const attacks: readonly Attack[] = [
  {
    name: 'alias-past-scope-graphql',
    holds: 'GraphQL: a relation under another name needs the scope of what it stands for',
    finding: 'B8',
    charter,
    env: { CHARTER_MODE: 'production' },
    play: async (victim) => {
      const id = await made(victim)
      const token = await victim.token(['clerk'], { scope: 'Patient:read' })
      const query = `{ patient(rowId: "${id}") { x: notes { nodes { text } } } }`
      const { status, text } = await victim.ask('POST', '/graphql', { token, body: { query } })
      return hidden(status, text)
    },
  },
  {
    name: 'alias-past-scope-soap',
    holds: 'SOAP: a relation under another name needs the scope of what it stands for',
    finding: 'B8',
    charter,
    env: { CHARTER_MODE: 'production' },
    play: async (victim) => {
      const id = await made(victim)
      const token = await victim.token(['clerk'], { scope: 'Patient:read' })
      const contract = await victim.ask('GET', '/soap/Aliases?wsdl', { token })
      const [, namespace] = /targetNamespace="([^"]+)"/.exec(contract.text) ?? []
      const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><GetPatient xmlns="${namespace}"><key><id>${id}</id></key><select><include><notes as="x"/></include></select></GetPatient></e:Body></e:Envelope>`
      const headers = { 'content-type': 'application/soap+xml' }
      const { status, text } = await victim.ask('POST', '/soap/Aliases', { token, body, headers })
      return hidden(status, text)
    },
  },
]
