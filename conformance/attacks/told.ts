import type { Attack } from './attack.ts'

const charter = `charter: 1
name: told
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [oauth2]
  roles: [clerk, boss]
entities:
  Card:
    key: id
    fields:
      id: { type: uuid, default: generated }
      pin: { type: text, length: 1..20, reveal: pin, mask: { last: 4 } }
    allow:
      boss: { do: [create, read, delete], reveal: [pin] }
      clerk: { do: [read] }
`

export const attacks: readonly Attack[] = [
  {
    name: 'why-in-production',
    holds: 'a refusal in production tells no line of the charter',
    finding: 'B14',
    charter,
    env: { CHARTER_MODE: 'production' },
    play: async ({ ask, token }) => {
      const clerk = await token(['clerk'], { scope: 'told:write' })
      const { status, text } = await ask('POST', '/api/v1/cards', { token: clerk, body: { pin: '1' } })
      return status === 403 && !/why|charter\.yaml|boss/.test(text) ? null : `${status} ${text}`
    },
  },
  {
    name: 'short-mask',
    holds: 'a mask that keeps the last four does not show 1234 whole',
    finding: 'B14',
    charter,
    env: { CHARTER_MODE: 'production' },
    play: async ({ ask, token }) => {
      const boss = await token(['boss'], { scope: 'told:write' })
      const made = await ask('POST', '/api/v1/cards', { token: boss, body: { pin: '1234' } })
      const clerk = await token(['clerk'], { scope: 'told:read' })
      const { json, text } = await ask('GET', `/api/v1/cards/${made.json.id}`, { token: clerk })
      return json.pin === '**34' ? null : text
    },
  },
]
