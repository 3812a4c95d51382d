import type { Reader } from './reader.ts'
import { member, type Tree } from './tree.ts'

/** `cors.origins`: the pages that may call from a browser; undefined where the charter leaves it out. */
export const readCors = (root: Tree, reader: Reader): readonly string[] | undefined => {
  const list = member(member(root, 'cors'), 'origins')
  if (list?.kind !== 'list') return undefined
  return list.items.flatMap((item) => {
    const text = item.kind === 'scalar' ? String(item.value) : ''
    const why = whyNoOrigin(text)
    if (why === null) return [text]
    reader.reporter.report('bad-origin', item, { origin: text, why })
    return []
  })
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Why a text is no origin that a browser would send (RFC 6454 section 6.2) and that may be let in; null where it is one. */
export const whyNoOrigin = (text: string): string | null => {
  if (text === '*' || text.includes('*')) return 'every page of the web would be let in; name each origin'
  if (text === 'null') return 'that is what any sandboxed page sends'
  if (!URL.canParse(text)) return 'it is no address like `https://app.example.org`'
  const { protocol, hostname, origin } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'only pages of `https://` can be let in'
  if (protocol === 'http:' && !loopback.test(hostname))
    return 'what comes without TLS can be changed on its way; only `http://localhost` and the like may'
  if (origin !== text) return `a browser sends \`${origin}\`, without path or usual port, in small letters`
  return null
}
