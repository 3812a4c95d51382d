import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { peekCheckpoint } from '../checkpoint/checkpoint.ts'
import { type NoteKey, readNoteKey } from '../checkpoint/note.ts'
import { notesIn } from '../witness/file-witness.ts'
import { keepMsOf } from './keep.ts'
import type { LedgerSettings, WitnessSettings } from './settings.ts'
import { messageOf, type SettingsDocument, settingsShape } from './shape.ts'

/** One thing wrong with `ledger.yaml`, where it stands (from 1), and what to do. */
export interface SettingsMistake {
  readonly line: number
  readonly column: number
  readonly sentence: string
}

/** Every mistake at once. */
export class SettingsMistakes extends Error {
  override readonly name = 'SettingsMistakes'
  readonly mistakes: readonly SettingsMistake[]

  constructor(file: string, mistakes: readonly SettingsMistake[]) {
    super(mistakes.map(({ line, column, sentence }) => `${file}:${line}:${column}  ${sentence}`).join('\n'))
    this.mistakes = mistakes
  }
}

export const settingsFile = (folder: string): string => join(folder, 'ledger.yaml')
/** The ledger's private key, for its owner's eyes only. */
export const keyFile = (folder: string): string => join(folder, 'keys', 'ledger.pem')

/** The key that verifies what a ledger with these settings signs. */
export const ledgerKey = ({ origin, key }: Pick<LedgerSettings, 'origin' | 'key'>): NoteKey => ({
  name: origin,
  publicKey: createPublicKey(key),
})

/**
 * Reads a ledger's settings and the files they name, which are found from the folder. Rejects with SettingsMistakes; with
 * what the disk said where `ledger.yaml` itself or the key cannot be read.
 */
export const readSettings = async (folder: string): Promise<LedgerSettings> => {
  const file = settingsFile(folder)
  const [text, pem] = await Promise.all([readFile(file, 'utf8'), readFile(keyFile(folder), 'utf8')])
  const { value, mistakes, placeOf } = parseSettings(text)
  if (value === null) throw new SettingsMistakes(basename(file), mistakes)
  const missing: SettingsMistake[] = []
  const within = async <Read>(path: Path, name: string, read: (bytes: Buffer) => Read): Promise<Read | null> => {
    try {
      return read(await readFile(resolve(folder, name)))
    } catch (error) {
      missing.push({ ...placeOf(path), sentence: unreadable(name, error) })
      return null
    }
  }
  const replicas = new Map<string, KeyObject>()
  for (const [name, keyName] of Object.entries(value.replicas)) {
    const key = await within(['replicas', name], keyName, publicKeyIn)
    if (key) replicas.set(name, key)
  }
  const { after } = value
  const checkpoint = after ? await within(['after', 'checkpoint'], after.checkpoint, checkpointIn) : null
  const witnesses: WitnessSettings[] = []
  for (const [at, witness] of value.witnesses.entries()) {
    const read = await witnessOf(folder, witness, (name) =>
      within(['witnesses', at, 'timeStamp', 'certificate'], name, (bytes) => new X509Certificate(bytes)),
    )
    if (read) witnesses.push(read)
  }
  if (missing.length > 0) throw new SettingsMistakes(basename(file), missing)
  const predecessor =
    after && checkpoint !== null ? { checkpoint, restoredSize: after.restored, reason: after.reason } : null
  return { ...plainSettings(value), key: createPrivateKey(pem), replicas, witnesses, predecessor }
}

type Plain = Omit<LedgerSettings, 'key' | 'replicas' | 'witnesses' | 'predecessor'>

const plainSettings = ({
  origin,
  administrator,
  readers,
  signIn,
  personal,
  keep,
  fullDisk,
  replicaBytes,
  witnessFor,
  witnessSeconds,
}: SettingsDocument): Plain => ({
  origin,
  administrator,
  readers: Object.entries(readers).map(([name, { token, expires }]) => ({
    name,
    tokenHash: token.slice('sha256:'.length),
    expiresAt: expires,
  })),
  signIn: signIn
    ? { issuer: signIn.issuer, audience: signIn.audience, jwksUrl: signIn.jwks, rolesClaim: signIn.rolesClaim, role: signIn.role } // biome-ignore format: one record
    : null,
  personal,
  keepMs: keep === undefined ? null : keepMsOf(keep),
  whenDiskFails: fullDisk,
  replicaBytes,
  witnessFor: witnessFor.flatMap((text) => readNoteKey(text) ?? []),
  witnessMs: witnessSeconds * 1000,
})

const witnessOf = async (
  folder: string,
  witness: SettingsDocument['witnesses'][number],
  certificate: (name: string) => Promise<X509Certificate | null>,
): Promise<WitnessSettings | null> => {
  const { administrator } = witness
  if ('file' in witness) return { kind: 'file', administrator, file: resolve(folder, witness.file) }
  if ('s3' in witness) return { kind: 's3', administrator, ...witness.s3 }
  if ('timeStamp' in witness) {
    const { url, file } = witness.timeStamp
    const root = await certificate(witness.timeStamp.certificate)
    return root && { kind: 'time-stamp', administrator, url, root, file: resolve(folder, file) }
  }
  const key = readNoteKey(witness.ledger.key)
  return key && { kind: 'ledger', administrator, url: witness.ledger.url, key }
}

type Path = readonly PropertyKey[]
type Place = Pick<SettingsMistake, 'line' | 'column'>

interface ParsedSettings {
  readonly value: SettingsDocument | null
  readonly mistakes: readonly SettingsMistake[]
  placeOf(path: Path): Place
}

const bytesMax = 2 ** 20
const start = { line: 1, column: 1 }

/** The text alone, without its files. */
export const parseSettings = (text: string): ParsedSettings => {
  const refuse = (mistakes: readonly SettingsMistake[]): ParsedSettings => ({
    value: null,
    mistakes,
    placeOf: () => start,
  })
  if (text.length > bytesMax) return refuse([{ ...start, sentence: `Write ${bytesMax} characters at most.` }])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  if (document.errors.length > 0)
    return refuse(
      document.errors
        .slice(0, 20)
        .map(({ pos, message }) => ({ ...at(pos[0]), sentence: message.split('\n')[0] ?? '' })),
    )
  const placeOf = (path: Path): Place => at(offsetOf(document, path))
  const read = settingsShape.safeParse(asValue(document))
  if (read.success) return { value: read.data, mistakes: [], placeOf }
  const mistakes = read.error.issues.map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    return { ...placeOf(path), sentence: `${pathText(path)}${messageOf(issue)}` }
  })
  return { value: null, mistakes: mistakes.sort((a, b) => a.line - b.line || a.column - b.column), placeOf }
}

/** Aliases are of no use here, and could make much of little. */
const asValue = (document: Document.Parsed): unknown => {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    return null
  }
}

const pathText = (path: Path): string => (path.length === 0 ? '' : `${path.map(String).join('.')}: `)

/** Where the key of a member stands, or the nearest thing around it that is there. */
const offsetOf = (document: Document.Parsed, path: Path): number => {
  for (let length = path.length; length > 0; length--) {
    const around = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1).map(part), true)
    if (isMap(around)) {
      const pair = around.items.find(({ key }) => isScalar(key) && String(key.value) === String(path[length - 1]))
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0]
    }
    const node = document.getIn(path.slice(0, length).map(part), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

const part = (of: PropertyKey): string | number => (typeof of === 'number' ? of : String(of))

/** Throws where it is no public key that logs are signed with. */
export const publicKeyIn = (bytes: Buffer): KeyObject => {
  if (bytes.includes('PRIVATE KEY'))
    throw new Error('it holds a private key: give the public one, and treat the private one as known to others')
  const key = createPublicKey(bytes)
  const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  if (key.asymmetricKeyType !== 'ed25519' && !isP256) throw new Error('it holds no Ed25519 or ECDSA P-256 key')
  return key
}

/** The last one of a file witness, or the one there is. Throws where there is no signed checkpoint. */
const checkpointIn = (bytes: Buffer): string => {
  const note = notesIn(bytes.toString()).at(-1) ?? ''
  if (peekCheckpoint(note) === null) throw new Error('it holds no signed checkpoint')
  return note
}

const unreadable = (name: string, error: unknown): string =>
  `The file ${name} is not what is needed here: ${error instanceof Error ? error.message : error}. Put it there, or name another.`
