/** A file's header within a zip (PKWARE APPNOTE 6.3.10, 4.3.7). */
const header = Buffer.from('PK\x03\x04', 'latin1')
const headerBytes = 30
const entriesMax = 1000

interface Entry {
  readonly name: string
  /** Where its content begins. */
  readonly content: number
  readonly packedBytes: number
  readonly isStored: boolean
}

/**
 * Which kind of zip it is, by the names of its first entries: nothing is unpacked, so no bomb goes off. Null for what is no zip. A folder of
 * office documents is told by what it begins with; what a program that opens it makes of the rest, nobody knows here.
 */
export const zipKindOf = (bytes: Buffer): string | null => {
  const signature = bytes.toString('latin1', 0, 4)
  // An empty one, and one of several disks.
  if (signature === 'PK\x05\x06' || signature === 'PK\x07\x08') return 'application/zip'
  const entries = entriesOf(bytes)
  const [first] = entries
  if (!first) return null
  return packageKind(bytes, first) ?? officeKind(entries) ?? javaKind(entries) ?? 'application/zip'
}

const entriesOf = (bytes: Buffer): readonly Entry[] => {
  const entries: Entry[] = []
  for (let at = 0; at >= 0 && entries.length < entriesMax; ) {
    const entry = entryAt(bytes, at)
    if (!entry) break
    entries.push(entry)
    const end = entry.content + entry.packedBytes
    // One that was written as a stream says its length after it (4.4.4, bit 3): the next header is looked for.
    at = entry.packedBytes > 0 || entryAt(bytes, end) ? end : bytes.indexOf(header, end)
  }
  return entries
}

const entryAt = (bytes: Buffer, at: number): Entry | null => {
  if (at + headerBytes > bytes.length || !bytes.subarray(at, at + 4).equals(header)) return null
  const nameBytes = bytes.readUInt16LE(at + 26)
  return {
    name: bytes.toString('latin1', at + headerBytes, at + headerBytes + nameBytes),
    content: at + headerBytes + nameBytes + bytes.readUInt16LE(at + 28),
    packedBytes: bytes.readUInt32LE(at + 18),
    isStored: bytes.readUInt16LE(at + 8) === 0,
  }
}

export const packageKinds: ReadonlySet<string> = new Set([
  'application/epub+zip',
  ...['text', 'spreadsheet', 'presentation', 'graphics', 'chart', 'formula', 'text-template'].map(
    (each) => `application/vnd.oasis.opendocument.${each}`,
  ),
])

/** OpenDocument (1.3, part 2, 3.3) and EPUB (OCF 3.3, 4.3): the first entry is `mimetype`, stored as it is. */
const packageKind = (bytes: Buffer, { name, content, packedBytes, isStored }: Entry): string | null => {
  if (name !== 'mimetype' || !isStored || packedBytes > 100) return null
  const said = bytes.toString('latin1', content, content + packedBytes)
  return packageKinds.has(said) ? said : null
}

const openXml = 'application/vnd.openxmlformats-officedocument'
const office = [
  { folder: 'word/', kind: `${openXml}.wordprocessingml.document`, withMacros: 'application/vnd.ms-word.document.macroenabled.12' }, // biome-ignore format: one row
  { folder: 'xl/', kind: `${openXml}.spreadsheetml.sheet`, withMacros: 'application/vnd.ms-excel.sheet.macroenabled.12' }, // biome-ignore format: one row
  { folder: 'ppt/', kind: `${openXml}.presentationml.presentation`, withMacros: 'application/vnd.ms-powerpoint.presentation.macroenabled.12' }, // biome-ignore format: one row
]

export const officeKinds: readonly string[] = office.flatMap(({ kind, withMacros }) => [kind, withMacros])

/** Office Open XML (ECMA-376, part 2, annex D): the content types or the relations of the package, and a part of its kind. */
const officeKind = (entries: readonly Entry[]): string | null => {
  if (!entries.some(({ name }) => name === '[Content_Types].xml' || name === '_rels/.rels')) return null
  const found = office.find(({ folder }) => entries.some(({ name }) => name.startsWith(folder)))
  if (!found) return null
  return entries.some(({ name }) => name.endsWith('/vbaProject.bin')) ? found.withMacros : found.kind
}

const javaKind = (entries: readonly Entry[]): string | null =>
  entries.some(({ name }) => name === 'META-INF/MANIFEST.MF') ? 'application/java-archive' : null
