import type { FileRange } from '../runtime/index.ts'

/** RFC 9110 section 14.1.2: one range of bytes; undefined where none is asked for, or several, which are not given. */
export const rangeIn = (header: string | undefined, size: number): FileRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return last === '0' ? { from: size, to: size } : { from: Math.max(0, size - Number(last)), to: size }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { from: Number(first), to: last === '' ? size : Math.min(Number(last) + 1, size) }
}

/** The name that is said with bytes: `Content-Disposition: attachment; filename*=UTF-8''a%20b.pdf` (RFC 6266). */
export const nameIn = (disposition: string | undefined): string | undefined => {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition ?? '')
  return (extended && decoded(extended)) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `Upload-Metadata: filename YS5wZGY=,…` (tus 1.0.0, Creation). */
export const metadataIn = (header: string | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (header ?? '').split(',').flatMap((pair) => {
      const [name = '', value = ''] = pair.trim().split(/ +/)
      return name === '' ? [] : [[name, Buffer.from(value, 'base64').toString()]]
    }),
  )

/** The same, of the one thing that is kept of it. */
export const metadataOf = (name: string): string => `filename ${Buffer.from(name).toString('base64')}`

/** `sha256:…` from `Repr-Digest: sha-256=:…:` (RFC 9530 section 3); null for what is there and is no such digest. */
export const digestIn = (header: string | undefined): string | null | undefined => {
  if (header === undefined) return undefined
  const [, base64 = ''] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header) ?? []
  return base64 === '' ? null : `sha256:${Buffer.from(base64, 'base64').toString('hex')}`
}

/** What browsers take a file for: never more than something to keep (RFC 6266), whatever it says that it is. */
export const dispositionOf = (name: string | null): string =>
  name === null
    ? 'attachment'
    : `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded(name)}`

/** RFC 8187 section 3.2.1: `attr-char`, and the rest in percent. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export const reprDigestOf = (digest: string): string =>
  `sha-256=:${Buffer.from(digest.slice('sha256:'.length), 'hex').toString('base64')}:`
