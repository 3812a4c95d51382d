import { isMp3 } from './mp3.ts'

export interface Signature {
  /** Where it stands, in bytes from the beginning. */
  readonly at: number
  /** Any of them. */
  readonly magic: readonly Buffer[]
  /** A media type; or what tells it by more bytes, null where it is none of these. */
  readonly kind: string | ((bytes: Buffer) => string | null)
}

const text = (...of: readonly string[]): readonly Buffer[] => of.map((each) => Buffer.from(each, 'latin1'))
const bytes = (...of: readonly string[]): readonly Buffer[] => of.map((each) => Buffer.from(each, 'hex'))

/** RIFF (and its like): a length, then what is in it (mimesniff.spec.whatwg.org, 6.1 and 6.2). */
const riff: Readonly<Record<string, string>> = { WAVE: 'audio/wav', WEBP: 'image/webp', 'AVI ': 'video/x-msvideo' }

/** Brands of ISO base media (ISO/IEC 14496-12, 4.3; registered at mp4ra.org); others that it may hold are video. */
const brands: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'].map((brand) => [brand, 'image/heic'])),
  ...Object.fromEntries(['avif', 'avis'].map((brand) => [brand, 'image/avif'])),
  ...Object.fromEntries(['M4A ', 'M4B ', 'M4P '].map((brand) => [brand, 'audio/mp4'])),
  'qt  ': 'video/quicktime',
}
const videoBrand = /^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV|3g[pe2].|f4v )$/

const isoMedia = (bytes: Buffer): string | null => {
  const brand = bytes.toString('latin1', 8, 12)
  return brands[brand] ?? (videoBrand.test(brand) ? 'video/mp4' : null)
}

/** The length that a bitmap says, and four bytes that are reserved: two letters alone begin many texts. */
const bitmap = (bytes: Buffer): string | null =>
  bytes.length >= 14 && bytes.readUInt32LE(6) === 0 && bytes.readUInt32LE(2) > 14 ? 'image/bmp' : null

/** Matroska (RFC 9559) names its document type within the first bytes. */
const matroska = (bytes: Buffer): string => (bytes.subarray(0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska')

/** How files begin: mimesniff.spec.whatwg.org, section 6, and where it has none, the format's own specification. */
export const signatures: readonly Signature[] = [
  // PDF: ISO 32000-2, 7.5.2. Readers find it within the first kibibyte too; here it has to be at the beginning.
  { at: 0, magic: text('%PDF-'), kind: 'application/pdf' },
  { at: 0, magic: text('%!PS-Adobe-'), kind: 'application/postscript' },
  // Images.
  { at: 0, magic: bytes('89504e470d0a1a0a'), kind: 'image/png' },
  { at: 0, magic: bytes('ffd8ff'), kind: 'image/jpeg' },
  { at: 0, magic: text('GIF87a', 'GIF89a'), kind: 'image/gif' },
  // TIFF 6.0, section 2, and BigTIFF.
  { at: 0, magic: bytes('49492a00', '4d4d002a', '49492b00', '4d4d002b'), kind: 'image/tiff' },
  { at: 0, magic: text('BM'), kind: bitmap },
  // DICOM PS3.10, 7.1: 128 bytes of anything before it.
  { at: 128, magic: text('DICM'), kind: 'application/dicom' },
  // Sound and video.
  { at: 0, magic: text('RIFF'), kind: (found) => riff[found.toString('latin1', 8, 12)] ?? null },
  { at: 4, magic: text('ftyp'), kind: isoMedia },
  { at: 0, magic: bytes('1a45dfa3'), kind: matroska },
  // RFC 3533, section 6.
  { at: 0, magic: text('OggS\0'), kind: 'application/ogg' },
  // RFC 9639, section 6.
  { at: 0, magic: text('fLaC'), kind: 'audio/flac' },
  { at: 0, magic: text('ID3'), kind: 'audio/mpeg' },
  { at: 0, magic: bytes('fffb', 'fffa', 'fff3', 'fff2'), kind: (found) => (isMp3(found) ? 'audio/mpeg' : null) },
  // Packed: RFC 1952, bzip2, xz (tukaani.org/xz/xz-file-format.txt), RFC 8878, 7-Zip, RAR.
  { at: 0, magic: bytes('1f8b08'), kind: 'application/gzip' },
  { at: 4, magic: bytes('314159265359'), kind: (found) => (found.toString('latin1', 0, 3) === 'BZh' ? 'application/x-bzip2' : null) }, // biome-ignore format: one row
  { at: 0, magic: bytes('fd377a585a00'), kind: 'application/x-xz' },
  { at: 0, magic: bytes('28b52ffd'), kind: 'application/zstd' },
  { at: 0, magic: bytes('377abcaf271c'), kind: 'application/x-7z-compressed' },
  { at: 0, magic: text('Rar!\x1a\x07'), kind: 'application/vnd.rar' },
  { at: 257, magic: text('ustar'), kind: 'application/x-tar' },
  // MS-CFB 2.2: Word, Excel, PowerPoint, Outlook and installers before 2007, which only their insides tell apart.
  { at: 0, magic: bytes('d0cf11e0a1b11ae1'), kind: 'application/x-ole-storage' },
  { at: 0, magic: text('{\\rtf'), kind: 'application/rtf' },
  // Data, fonts.
  { at: 0, magic: text('SQLite format 3\0'), kind: 'application/vnd.sqlite3' },
  { at: 0, magic: text('PAR1'), kind: 'application/vnd.apache.parquet' },
  { at: 0, magic: text('wOFF'), kind: 'font/woff' },
  { at: 0, magic: text('wOF2'), kind: 'font/woff2' },
  // Programs: said by name, so that nobody takes them for data that is merely unknown.
  { at: 0, magic: text('\x7fELF'), kind: 'application/x-elf' },
  { at: 0, magic: text('MZ'), kind: 'application/vnd.microsoft.portable-executable' },
  { at: 0, magic: text('\0asm'), kind: 'application/wasm' },
]
