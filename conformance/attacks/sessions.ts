import type { Answered, Attack, Victim } from './attack.ts'
import { notes } from './notes.ts'

const charter = notes.replace('  accepts: [jwt]\n', '  accepts: [jwt]\n  cookies: true\n')

/** A session of a writer, as a browser keeps it. */
const cookieOf = async (victim: Victim): Promise<string> => {
  const begun = await victim.ask('POST', '/api/v1/session', { token: await victim.token(['writer']) })
  if (begun.status !== 201) throw new Error(`no session: ${begun.status} ${begun.text}`)
  return begun.headers.get('set-cookie') ?? ''
}

const pairOf = (cookie: string): string => cookie.split(';')[0] ?? ''

const told = ({ status, text }: Answered): string => `${status} ${text}`

/** What pages of elsewhere make a browser say, and what says nothing of its page. */
const elsewhere: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
]

export const attacks: readonly Attack[] = [
  {
    name: 'session-cross-site',
    holds: 'no page of elsewhere writes with the session of a browser',
    finding: 'H1',
    charter,
    play: async (victim) => {
      const cookie = pairOf(await cookieOf(victim))
      const own = await victim.ask('POST', '/api/v1/notes', {
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
        body: { text: 'mine' },
      })
      if (own.status !== 201) return `of its own page ${told(own)}`
      for (const page of elsewhere) {
        const answer = await victim.ask('POST', '/api/v1/notes', {
          headers: { cookie, ...page },
          body: { text: 'theirs' },
        })
        if (answer.status !== 401) return `${JSON.stringify(page)} ${told(answer)}`
      }
      return null
    },
  },
  {
    name: 'session-cookie',
    holds: 'in production the cookie of a session is of its host alone, over TLS alone, and no script sees it',
    finding: 'H1',
    charter,
    env: { CHARTER_MODE: 'production' },
    play: async (victim) => {
      const cookie = await cookieOf(victim)
      return /^__Host-[a-z-]+-session=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/.test(cookie)
        ? null
        : cookie
    },
  },
  {
    name: 'session-forged',
    holds: 'what was not sealed by the service is no session, and a session that was altered neither',
    finding: 'H1',
    charter,
    play: async (victim) => {
      const cookie = pairOf(await cookieOf(victim))
      const [name, value = ''] = cookie.split('=')
      const token = await victim.token(['writer'])
      const forged = [token, Buffer.from(JSON.stringify(['bearer', token, 9e15])).toString('base64url'), `${value}AAAA`]
      for (const each of [...forged, value.slice(0, -8), value.split('').reverse().join('')]) {
        const headers = { cookie: `${name}=${each}`, 'sec-fetch-site': 'same-origin' }
        const answer = await victim.ask('GET', '/api/v1/notes', { headers })
        if (answer.status !== 401) return told(answer)
      }
      return null
    },
  },
]
