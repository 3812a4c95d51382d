import type { Attack } from './attack.ts'

const charter = `charter: 1
name: replays
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [clinician, desk]
entities:
  Patient:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: { type: text, length: 1..40 }
      secret: { type: text, length: 1..40 }
    allow:
      clinician: [{ do: [create] }, { do: [read, list], when: 'resource.ward == "north"' }]
      desk: { do: [read, list, update] }
`

export const attacks: readonly Attack[] = [
  {
    name: 'replayed-row',
    holds: 'an Idempotency-Key does not show a row again that may not be read any more',
    finding: 'B13',
    charter,
    play: async ({ ask, token }) => {
      const [clinician, desk] = [await token(['clinician'], { sub: 'c1' }), await token(['desk'])]
      const body = { ward: 'north', secret: 'CANARY-replay-81' }
      const asked = { token: clinician, body, headers: { 'idempotency-key': 'once' } }
      const made = await ask('POST', '/api/v1/patients', asked)
      const headers = { 'content-type': 'application/merge-patch+json' }
      await ask('PATCH', `/api/v1/patients/${made.json.id}`, { token: desk, body: { ward: 'south' }, headers })
      const again = await ask('POST', '/api/v1/patients', asked)
      return made.status === 201 && again.status === 404 ? null : `${made.status}, then ${again.status} ${again.text}`
    },
  },
]
