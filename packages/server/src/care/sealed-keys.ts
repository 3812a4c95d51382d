import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { privateFolder } from '@charter/runtime/service'
import { z } from 'zod'
import { CareFault } from './care-fault.ts'

/** The key of a ledger lies with it; among the others it has this name. */
const ledgerKey = 'ledger.pem'
const placeOf = (platform: string, name: string): string =>
  name === ledgerKey ? join(platform, 'ledger', 'keys', name) : join(platform, 'keys', name)

export interface SealKeysOptions extends Sealing {
  /** Those that servers share in PostgreSQL, by their names; what a folder has of such a name is one of before. */
  readonly shared: Readonly<Record<string, string>> | null
}

/** The keys of a platform, by their names, sealed for one backup. Gives how many there are. */
export const sealKeys = async (
  platform: string,
  to: string,
  { passphrase, backup, shared }: SealKeysOptions,
): Promise<number> => {
  const own = (await readdir(join(platform, 'keys'), { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  const names = [...own, ledgerKey].sort()
  const keys: Record<string, string> = {}
  for (const name of names) keys[name] = (await readFile(placeOf(platform, name))).toString('base64')
  for (const [name, text] of Object.entries(shared ?? {})) keys[name] = Buffer.from(text).toString('base64')
  const [salt, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce).setAAD(Buffer.from(backup))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys)), cipher.final(), cipher.getAuthTag()])
  const text = { keys: 1, backup, ...spelled({ salt, nonce, sealed }) }
  const draft = `${to}.partial-${process.pid}`
  await writeFile(draft, `${JSON.stringify(text, null, 1)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await rename(draft, to)
  return Object.keys(keys).length
}

/** Opens the keys of a backup into the folder of a platform that has none. Rejects with a CareFault where they are another one's, were changed, or do not open. */
export const openKeys = async (file: string, platform: string, { passphrase, backup }: Sealing): Promise<number> => {
  const read = await readSealed(file)
  if (read.backup !== backup) throw new CareFault(`${file} holds the keys of another backup: ${read.backup}.`)
  const [salt, nonce, sealed] = [read.salt, read.nonce, read.sealed].map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const opener = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce, { authTagLength: 16 })
  opener.setAAD(Buffer.from(backup)).setAuthTag(sealed.subarray(-16))
  const keys = keysIn(opener, sealed.subarray(0, -16), file)
  privateFolder(join(platform, 'keys'))
  for (const [name, text] of Object.entries(keys))
    await writeFile(placeOf(platform, name), Buffer.from(text, 'base64'), { mode: 0o600, flag: 'wx', flush: true })
  return Object.keys(keys).length
}

interface Sealing {
  readonly passphrase: string
  /** Names the backup that they belong to. */
  readonly backup: string
}

const keysIn = (opener: ReturnType<typeof createDecipheriv>, sealed: Buffer, file: string) => {
  try {
    return files.parse(JSON.parse(Buffer.concat([opener.update(sealed), opener.final()]).toString('utf8')))
  } catch {
    throw new CareFault(`${file} does not open: the passphrase is another one, or the file was changed.`)
  }
}

const readSealed = async (file: string) => {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile() || found.size > bytesMax) throw new CareFault(`${file} is no file of keys.`)
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    throw new CareFault(`${file} is no file of keys, or was changed.`)
  }
}

const bytesMax = 2 ** 20
const base64 = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length >= bytes)
const shape = z.strictObject({
  keys: z.literal(1),
  backup: z.string(),
  salt: base64(32),
  nonce: base64(12),
  sealed: base64(16),
})
const files = z.record(z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/), z.base64())

const spelled = (parts: Readonly<Record<string, Buffer>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]))

/** RFC 7914, at 128 MiB: who has the file tries few passphrases a second. */
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
