import type { ObjectEntry } from '../object-store.ts'

export interface Page {
  readonly entries: readonly ObjectEntry[]
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined
}

/** A page of ListObjectsV2. Keys are of letters, digits and `/-`, which XML writes as they are. */
export const pageIn = (xml: string): Page => ({
  entries: xml
    .split('<Contents>')
    .slice(1)
    .map((entry) => ({
      key: textIn(entry, 'Key') ?? '',
      bytes: Number(textIn(entry, 'Size')),
      changedAtMs: Date.parse(textIn(entry, 'LastModified') ?? ''),
    })),
  next: textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined,
})

/** `SlowDown`, `AccessDenied`; empty where the answer does not say. */
export const errorCodeIn = (xml: string): string => textIn(xml, 'Code') ?? ''

const elements = Object.fromEntries(
  ['Code', 'IsTruncated', 'Key', 'LastModified', 'NextContinuationToken', 'Size'].map((name) => [
    name,
    new RegExp(`<${name}>([^<]*)</${name}>`),
  ]),
)

/** Tokens are opaque: what XML had to escape in one is read back. */
const textIn = (xml: string, name: string): string | undefined =>
  elements[name]?.exec(xml)?.[1]?.replace(/&(?:amp|lt|gt|quot|apos|#39);/g, (entity) => entities[entity] ?? entity)

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
}
