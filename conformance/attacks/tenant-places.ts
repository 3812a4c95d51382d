import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: places
version: 1.0.0
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [clerk]
  tenancy: { field: tenantId, claim: tenant }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, text: { type: text, length: 0..200 } }
    allow: { clerk: { do: [create, read, list] } }
`

/** More than one caller may have. */
const tries = 110

const admin = ({ token }: Victim, tenant: string) => token(['clerk'], { sub: 'admin', tenant })

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  holds,
  finding: 'D11',
  charter,
  isAlone: true,
  play,
})

export const attacks: readonly Attack[] = [
  attack(
    'streams-of-tenant',
    'streams of one tenant’s admin take no places of another tenant’s admin',
    async (victim) => {
      const ended = new AbortController()
      // Held: what is collected is cancelled, and gives its place back.
      const held: Response[] = []
      const stream = async (token: string): Promise<number> => {
        const response = await fetch(`${victim.url}/graphql`, {
          method: 'POST',
          signal: ended.signal,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'text/event-stream',
          },
          body: JSON.stringify({ query: 'subscription { noteChanged { change } }' }),
        })
        held.push(response)
        return response.status
      }
      try {
        const [ours, theirs] = [await admin(victim, 'a'), await admin(victim, 'b')]
        const statuses = []
        for (let at = 0; at < tries; at++) statuses.push(await stream(ours))
        if (!statuses.includes(429)) return `of tenant a: ${[...new Set(statuses)].join()}`
        const status = await stream(theirs)
        return status === 200 ? null : `of tenant b: ${status}`
      } finally {
        ended.abort()
      }
    },
  ),
  attack('sockets-of-tenant', 'connections of one tenant’s admin take no places of another’s', async (victim) => {
    const sockets: WebSocket[] = []
    const connect = (token: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${victim.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
        sockets.push(socket)
        const payload = { Authorization: `Bearer ${token}` }
        socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init', payload }))
        socket.onmessage = ({ data }) => resolve(String(data))
        socket.onclose = ({ reason }) => resolve(reason)
      })
    try {
      const [ours, theirs] = [await admin(victim, 'a'), await admin(victim, 'b')]
      const answers = []
      for (let at = 0; at < tries; at++) answers.push(await connect(ours))
      if (!answers.includes('Too many connections')) return `of tenant a: ${[...new Set(answers)].join()}`
      const answer = await connect(theirs)
      return answer.includes('connection_ack') ? null : `of tenant b: ${answer}`
    } finally {
      for (const socket of sockets) socket.close()
    }
  }),
]
