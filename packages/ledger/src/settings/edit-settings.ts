import { hash, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { type Document, parseDocument } from 'yaml'
import { replaceFile } from '../disk/replace-file.ts'
import { parseSettings, publicKeyIn, SettingsMistakes, settingsFile } from './read-settings.ts'

/** Somebody new who may read. Resolves to the token: it is kept as its hash alone, and cannot be shown again. */
export const addReader = async (folder: string, name: string, expiresAt: string): Promise<string> => {
  const token = `cl_${randomBytes(32).toString('base64url')}`
  await edit(folder, (document) => {
    requireNew(document, ['readers', name], 'reader')
    document.setIn(['readers', name], document.createNode({ token: `sha256:${hash('sha256', token, 'hex')}`, expires: expiresAt }, { flow: true })) // biome-ignore format: one call
  })
  return token
}

/** Takes out who may read, or who may send. Rejects with the problem `not-found`. */
export const removeNamed = (folder: string, kind: 'readers' | 'replicas', name: string): Promise<void> =>
  edit(folder, (document) => {
    if (document.deleteIn([kind, name])) return
    throw new ProblemError(problem('not-found', { detail: `There is no ${name} among the ${kind}.` }))
  })

/** A replica that may send, with a copy of its public key beside the settings. */
export const addReplica = async (folder: string, name: string, publicKeyFile: string): Promise<void> =>
  addReplicaKey(folder, name, await readFile(publicKeyFile), publicKeyFile)

/** Likewise, of a key that is at hand; `place` is said where it is none. */
export const addReplicaKey = async (folder: string, name: string, pem: Buffer, place: string): Promise<void> => {
  try {
    publicKeyIn(pem)
  } catch (error) {
    const detail = `${place}: ${error instanceof Error ? error.message : error}.`
    throw new ProblemError(problem('invalid-input', { detail }))
  }
  const kept = join('keys', `${name}.pub.pem`)
  await edit(
    folder,
    (document) => {
      requireNew(document, ['replicas', name], 'replica')
      document.setIn(['replicas', name], kept)
    },
    async () => {
      await mkdir(dirname(join(folder, kept)), { recursive: true, mode: 0o700 })
      await replaceFile(join(folder, kept), pem)
    },
  )
}

const requireNew = (document: Document, path: readonly [string, string], what: string): void => {
  if (!document.hasIn(path)) return
  const detail = `There is a ${what} ${path[1]} already. Choose another name, or take that one out first.`
  throw new ProblemError(problem('conflict', { detail }))
}

/** Comments and layout of what is not changed stay. Nothing is written where the result would not be read. */
const edit = async (
  folder: string,
  change: (document: Document) => void,
  before: () => Promise<void> = async () => {},
): Promise<void> => {
  const file = settingsFile(folder)
  const text = await readFile(file, 'utf8')
  const now = parseSettings(text)
  if (now.value === null) throw new SettingsMistakes(basename(file), now.mistakes)
  const document = parseDocument(text)
  for (const name of ['replicas', 'readers'])
    if (!document.hasIn([name])) document.setIn([name], document.createNode({}))
  change(document)
  for (const name of ['replicas', 'readers']) openOut(document, name)
  const changed = document.toString({ lineWidth: 0 })
  const { mistakes } = parseSettings(changed)
  const [mistake] = mistakes
  if (mistake) throw new ProblemError(problem('invalid-input', { detail: mistake.sentence }))
  await before()
  await replaceFile(file, changed)
}

/** `{}` of a new file becomes a line for each. */
const openOut = (document: Document, name: string): void => {
  const map = document.get(name, true) as { flow?: boolean; items?: readonly unknown[] } | undefined
  if (map?.items) map.flow = map.items.length === 0
}
