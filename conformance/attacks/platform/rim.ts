import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answered } from '../attack.ts'
import type { PlatformAttack, PlatformVictim } from './platform-attack.ts'

const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

/** A charter whose text is small and says very much. */
const bomb = `charter: 1
name: a
description: &a0 "${'a'.repeat(100)}"
${Array.from({ length: 20 }, (_, at) => `x${at}: &a${at + 1} [${Array.from({ length: 10 }, () => `*a${at}`).join(', ')}]`).join('\n')}
`

const written = (victim: PlatformVictim, text: string): Promise<Answered> =>
  victim.ann('POST versions', { projectId: victim.acme.project, text })

export const attacks: readonly PlatformAttack[] = [
  {
    name: 'link-used-by-many',
    holds:
      'of twenty who open the link of its owner at once one is signed in, and nobody through another name of this machine',
    play: async (victim) => {
      const link = await victim.link()
      const foreign = await underName(link, `evil.example:${new URL(link).port}`)
      if (foreign.headers['set-cookie'] !== undefined) return 'signed in under another name'
      const all = await Promise.all(Array.from({ length: 20 }, () => fetch(link, { redirect: 'manual' })))
      const signedIn = all.filter(({ headers }) => headers.get('set-cookie') !== null).length
      return signedIn === 1 ? null : `${signedIn} were signed in`
    },
  },
  {
    name: 'asked-by-another-page',
    holds: 'a page of another origin has no token, signs nobody in or out and confirms no program',
    play: async (victim) => {
      const opened = await fetch(await victim.link(), { redirect: 'manual' })
      const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
      const own = await victim.nobody('POST /token', undefined, { headers: { cookie, origin: victim.url } })
      if (own.status !== 200) return `its own page has none either: ${own.status} ${own.text}`
      for (const path of ['/token', '/people/sign-out', '/device', '/device/confirm', '/device/end']) {
        const body = 'code=AAAA-AAAA'
        const form = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await victim.nobody(`POST ${path}`, body, { headers: { cookie, ...form, ...elsewhere } })
        if (answer.status < 400) return `${path}: ${answer.status} ${answer.text}`
        if (answer.headers.get('access-control-allow-origin') !== null) return `${path} is open to other origins`
      }
      return null
    },
  },
  {
    name: 'leads-elsewhere',
    holds: 'no route beside the charter leads to an address that whoever asks names',
    play: async (victim) => {
      for (const path of ['/', '/device', '/sign-in/x']) {
        const asked = `${victim.url}${path}?next=//evil.example&redirect=https://evil.example&callbackURL=https://evil.example`
        const { headers } = await fetch(asked, { redirect: 'manual', headers: { 'x-forwarded-host': 'evil.example' } })
        if (headers.get('location')?.includes('evil')) return `${path}: ${headers.get('location')}`
      }
      return null
    },
  },
  {
    name: 'guesses-a-program',
    holds: 'whoever guesses which program waits to be confirmed, or what it was given, gets none and is kept out',
    play: async (victim) => {
      const opened = await fetch(await victim.link(), { redirect: 'manual' })
      const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
      const headers = { cookie, origin: victim.url, 'content-type': 'application/x-www-form-urlencoded' }
      const codes = Array.from({ length: 100 }, (_, at) => `BCDF-${String(at).padStart(4, 'G')}`)
      const statuses = await Promise.all(
        codes.map(async (code) => (await victim.nobody('POST /device/confirm', `code=${code}`, { headers })).status),
      )
      const device = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'guess' }
      const given = await victim.nobody('POST /device/token', device)
      if (given.status < 400) return given.text
      return statuses.some((status) => status === 429) ? null : `a hundred guesses: ${new Set(statuses)}`
    },
  },
  {
    name: 'path-of-a-part',
    holds: 'parts of a release are its own, whatever path is asked for',
    play: async (victim) => {
      const paths = ['../../keys/releases.pem', '/etc/passwd', '..%2f..%2fkeys%2freleases.pem', 'charter.yaml\0', '']
      for (const path of paths) {
        const { status, text } = await victim.ann(
          `GET releases/${victim.acme.release}/part?path=${encodeURIComponent(path)}`,
        )
        if (status < 400) return `${JSON.stringify(path)}: ${text.slice(0, 100)}`
      }
      return null
    },
  },
  {
    name: 'source-in-its-network',
    holds: 'no source is at an address of the platform’s network that nobody named, nor a file of the platform',
    play: async (victim) => {
      const urls = [
        'postgresql://a:b@169.254.169.254/x',
        'postgresql://a:b@[::ffff:169.254.169.254]/x',
        'postgresql://a:b@0xa9fea9fe/x',
        'postgresql://a:b@10.0.0.1/x',
        'postgresql://a:b@%2Fvar%2Frun%2Fpostgresql/x',
        'mysql://a:b@metadata.google.internal/x',
      ]
      for (const [at, url] of urls.entries()) {
        const made = await victim.ann('POST sources', { projectId: victim.acme.project, name: `x${at}`, url })
        if (made.status >= 400) continue
        const run = await victim.ann(`POST sources/${made.json.id}/introspect`)
        const ended = await until(() => victim.ann(`GET introspect-source-jobs/${run.json.id}`))
        if (ended?.json.state !== 'failed') return `${url}: ${ended?.text}`
        if (/ECONN|ETIMEDOUT|timeout/i.test(ended.text)) return `${url} was tried: ${ended.json.problem?.detail}`
      }
      return null
    },
  },
  {
    name: 'charter-that-is-a-bomb',
    holds: 'a charter that says very much in little text is refused, and takes little',
    isLoud: true,
    play: async (victim) => {
      const before = await victim.memoryMb()
      const pattern = `charter: 1\nname: a\nsources: { main: { own: sqlite } }\nentities:\n  A: { key: id, fields: { id: uuid, x: { type: text, pattern: '(a+)+b' } } }\n`
      const texts = [bomb, `charter: 1\nname: ${'['.repeat(50_000)}`, `${'a: '.repeat(100_000)}`, pattern]
      for (const text of texts) {
        const { status, json } = await written(victim, text)
        if (status < 300 && json.errors === 0 && text === bomb) return 'it was taken for a charter'
        if (status >= 500) return `${status} for ${text.slice(0, 40)}`
      }
      const grown = (await victim.memoryMb()) - before
      return grown < 400 ? null : `${grown} MB more`
    },
  },
  {
    name: 'bodies-of-nobody',
    holds: 'bodies of whoever is nobody cost nothing, on any route',
    isLoud: true,
    play: async (victim) => {
      const before = await victim.memoryMb()
      const long = `{"${'A'.repeat(100_000)}":{${'"a":1,'.repeat(16_000)}"a":1}}`
      for (const path of [
        '/api/v1/versions',
        '/graphql',
        '/mcp',
        '/token',
        '/device/code',
        '/device/token',
        '/people/sign-out',
      ])
        for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
          const { status, text } = await victim.nobody(`POST ${path}`, long, { headers: { 'content-type': type } })
          if (status < 400 || status >= 500) return `${path} ${type}: ${status} ${text.slice(0, 200)}`
        }
      const grown = (await victim.memoryMb()) - before
      return grown < 200 ? null : `${grown} MB more`
    },
  },
  {
    name: 'slow-bodies-of-nobody',
    holds: 'three hundred who send a byte now and then keep nobody out',
    isLoud: true,
    play: async (victim) => {
      const { hostname, port } = new URL(victim.url)
      const held = Array.from({ length: 300 }, (_, at) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {})
        const path = ['/api/v1/versions', '/device/code', '/token'][at % 3]
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
        )
        return socket
      })
      try {
        const { status, text } = await victim.ann('GET projects', undefined, { timeoutMs: 10_000 })
        return status === 200 ? null : `${status} ${text}`
      } finally {
        for (const socket of held) socket.destroy()
      }
    },
  },
]

/** What is answered where the address was looked up under another name. `fetch` says no other host than it asks. */
const underName = async (url: string, host: string): Promise<IncomingMessage> => {
  const [answer] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}

const triesMax = 200

const until = async (asked: () => Promise<Answered>): Promise<Answered | null> => {
  for (let tries = 0; tries < triesMax; tries++) {
    const answer = await asked()
    if (/^(?:done|failed|cancelled)$/.test(answer.json?.state ?? '')) return answer
    await wait(100)
  }
  return null
}
