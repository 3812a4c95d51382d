import { createHash } from 'node:crypto'

/** A file of a tree, by its path in it. */
export interface TreeFile {
  readonly path: string
  readonly bytes: Uint8Array
}

type Kind = 'blob' | 'tree'

interface Folder {
  readonly files: Map<string, Uint8Array>
  readonly folders: Map<string, Folder>
}

/** What git calls the tree of exactly these files, in a repository whose ids are as long as this one. */
export const treeId = (files: readonly TreeFile[], like: string): string => {
  const algorithm = like.length === 64 ? 'sha256' : 'sha1'
  return idOf(algorithm, 'tree', contentOf(algorithm, foldersOf(files))).toString('hex')
}

const emptyFolder = (): Folder => ({ files: new Map(), folders: new Map() })

const foldersOf = (files: readonly TreeFile[]): Folder => {
  const root = emptyFolder()
  for (const { path, bytes } of files) {
    const names = path.split('/')
    const name = names.pop() ?? ''
    names.reduce(inside, root).files.set(name, bytes)
  }
  return root
}

const inside = ({ folders }: Folder, name: string): Folder => {
  const folder = folders.get(name) ?? emptyFolder()
  folders.set(name, folder)
  return folder
}

/** Entries are in the order of their bytes, those of folders as if a slash ended their names. */
const contentOf = (algorithm: string, { files, folders }: Folder): Buffer => {
  const entries = [
    ...[...files].map(([name, bytes]) => ({
      mode: '100644',
      name,
      sortedBy: name,
      id: idOf(algorithm, 'blob', bytes),
    })),
    ...[...folders].map(([name, folder]) => ({
      ...{ mode: '40000', name, sortedBy: `${name}/` },
      id: idOf(algorithm, 'tree', contentOf(algorithm, folder)),
    })),
  ].sort((a, b) => Buffer.compare(Buffer.from(a.sortedBy), Buffer.from(b.sortedBy)))
  return Buffer.concat(entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), id]))
}

const idOf = (algorithm: string, kind: Kind, bytes: Uint8Array): Buffer =>
  createHash(algorithm).update(`${kind} ${bytes.length}\0`).update(bytes).digest()
