import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const binary = join(dirname(createRequire(import.meta.url).resolve('@bufbuild/buf/package.json')), 'bin', 'buf')

export interface Finding {
  readonly type: string
  readonly message: string
}

/** Writes a contract below a folder with a `buf.yaml`, for `lint` and `breaking`. */
export const writeModule = async (contracts: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-buf-'))
  const config = 'version: v2\nmodules:\n  - path: proto\nlint:\n  use: [STANDARD]\nbreaking:\n  use: [FILE]\n'
  await writeFile(join(folder, 'buf.yaml'), config)
  for (const [path, text] of Object.entries(contracts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** What `buf lint` finds: STANDARD. Rejects where the file does not compile. */
export const lint = async (contracts: Readonly<Record<string, string>>): Promise<readonly Finding[]> => {
  const folder = await writeModule(contracts)
  return buf(['lint', folder, '--error-format', 'json']).finally(() => rm(folder, { recursive: true }))
}

/** What `buf breaking` finds between two contracts: FILE, the strictest. */
export const breaking = async (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> => {
  const [old, now] = await Promise.all([writeModule(before), writeModule(after)])
  return buf(['breaking', now, '--against', old, '--error-format', 'json']).finally(() =>
    Promise.all([old, now].map((folder) => rm(folder, { recursive: true }))),
  )
}

/** A message of a contract from one encoding into another, as buf reads and writes it: `binpb`, or protobuf's `json`. */
export const convert = async (
  contracts: Readonly<Record<string, string>>,
  { type, from, to }: { readonly type: string; readonly from: 'binpb' | 'json'; readonly to: 'binpb' | 'json' },
  messages: readonly Buffer[],
): Promise<readonly Buffer[]> => {
  const folder = await writeModule(contracts)
  const ends = ['--type', type, '--from', `-#format=${from}`, '--to', `-#format=${to}`]
  try {
    return await Promise.all(messages.map((message) => piped(['convert', folder, ...ends], message)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A contract as descriptors, for clients that read them: a FileDescriptorSet. */
export const described = async (contracts: Readonly<Record<string, string>>): Promise<Buffer> => {
  const folder = await writeModule(contracts)
  return piped(['build', folder, '-o', '-#format=binpb'], Buffer.alloc(0)).finally(() =>
    rm(folder, { recursive: true }),
  )
}

const piped = (parameters: readonly string[], input: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, BUF_CACHE_DIR: tmpdir() }, encoding: 'buffer' } as const
    const child = execFile(binary, [...parameters], options, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.toString())) : resolve(stdout),
    )
    child.stdin?.end(input)
  })

/** buf ends with 100 where it found something, each finding a line of JSON. */
const buf = (parameters: readonly string[]): Promise<readonly Finding[]> =>
  new Promise((resolve, reject) => {
    execFile(binary, [...parameters], { env: { ...process.env, BUF_CACHE_DIR: tmpdir() } }, (error, stdout, stderr) => {
      if (error && error.code !== 100) reject(new Error(`${stdout}${stderr}`))
      else resolve(stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Finding])))
    })
  })
