import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { makeFolder } from '@charter/runtime/settings/make-folder'

/**
 * What a path in a project's folder is. A folder comes with a repository, so whatever lies in it, names and links included, is
 * anybody's words: everything below a project's folder is read, written and removed by way of here, and nothing outside is.
 */

/** Thrown where a path leads out of its folder, or to what is not to be read or written there; the sentence says what to do. */
export class PathRefused extends Error {
  override readonly name = 'PathRefused'
}

const pathLengthMax = 1024
const nameBytesMax = 255
const bytesMaxDefault = 16 * 2 ** 20
const entriesMax = 10_000

/** Whether a path, with `/`, names something below the folder that it is relative to, by its letters alone. */
export const isInside = (path: string): boolean => wrongIn(path) === null

const wrongIn = (path: string): string | null => {
  const names = path.split(/[\\/]/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'holds control characters'
  if (path === '' || isAbsolute(path) || /^[a-z]:/i.test(path) || names.includes('..')) return 'leads out of it'
  if (path.length > pathLengthMax || names.some((name) => Buffer.byteLength(name) > nameBytesMax)) return 'is too long'
  // What git runs by itself is nobody's to generate; some file systems take `.GIT` and `git~1` for it too.
  return names.some((name) => /^(?:\.git|git~\d+)[. ]*$/i.test(name)) ? 'is git’s own' : null
}

/**
 * The place of a path below a folder. Its parents and what is there are looked at: links that lead out of the folder, or
 * nowhere, are refused, and so is what is neither file nor folder. Throws PathRefused.
 */
export const placeIn = (folder: string, path: string): string => {
  const wrong = wrongIn(path)
  if (wrong !== null) throw refused(folder, path, `${wrong}. Take it out of the folder`)
  let at = folder
  for (const name of path.split(/[\\/]/)) {
    at = join(at, name)
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (!found) break
    if (found.isSymbolicLink()) requireWithin(folder, at, path)
    else if (!found.isFile() && !found.isDirectory())
      throw refused(folder, path, 'is neither a file nor a folder. Take it away')
  }
  return join(folder, path)
}

const requireWithin = (folder: string, link: string, path: string): void => {
  const real = realpathOrNull(link)
  const way = real === null ? '..' : relative(realpathSync(folder), real)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw refused(folder, path, 'is reached by a link that leads out of the folder. Put what it means in its place')
}

const realpathOrNull = (path: string): string | null => {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

const refused = (folder: string, path: string, why: string): PathRefused =>
  new PathRefused(`"${path.slice(0, 200)}" in ${folder} ${why}, then try again.`)

/** What a file holds; null where there is none. Throws PathRefused for one that is too large, or no file. */
export const readIn = (folder: string, path: string, bytesMax = bytesMaxDefault): Buffer | null => {
  const place = placeIn(folder, path)
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return null
  if (!found.isFile()) throw refused(folder, path, 'is no file. Move it away')
  if (found.size > bytesMax) throw refused(folder, path, `has more than ${bytesMax} bytes. Make it smaller`)
  return readFileSync(place)
}

/** The same as text. */
export const readTextIn = (folder: string, path: string, bytesMax = bytesMaxDefault): string | null =>
  readIn(folder, path, bytesMax)?.toString('utf8') ?? null

export const isThereIn = (folder: string, path: string): boolean =>
  statSync(placeIn(folder, path), { throwIfNoEntry: false }) !== undefined

/** Names of what lies in a folder of the folder, sorted; none where there is no such folder. */
export const namesIn = (folder: string, path: string): readonly string[] => {
  const place = placeIn(folder, path)
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return []
  const names = readdirSync(place)
  if (names.length > entriesMax) throw refused(folder, path, `holds more than ${entriesMax} files. Take some away`)
  return names.sort()
}

/** Writes beside, then renames: a reader sees the file as before or as after. A file that is there keeps its mode. */
export const writeIn = (folder: string, path: string, content: string | Buffer): void => {
  const place = placeIn(folder, path)
  makeFolder(dirname(place))
  removePartials(place)
  const partial = `${place}.charter-${randomUUID().slice(0, 8)}`
  try {
    // Never into what is there already, a link for one.
    writeFileSync(partial, content, { flag: 'wx' })
    const there = statSync(place, { throwIfNoEntry: false })
    if (there) chmodSync(partial, there.mode)
    renameSync(partial, place)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** No write of one file takes so long: what is older was left by a process that was killed. */
const partialMs = 60_000

const removePartials = (place: string): void => {
  const [folder, name] = [dirname(place), basename(place)]
  for (const each of readdirSync(folder)) {
    if (!each.startsWith(`${name}.charter-`) || !/^[0-9a-f]{8}$/.test(each.slice(name.length + 9))) continue
    const found = lstatSync(join(folder, each), { throwIfNoEntry: false })
    if (found?.isFile() && Date.now() - found.mtimeMs > partialMs) rmSync(join(folder, each), { force: true })
  }
}

export const copyIn = (folder: string, from: string, to: string): void => {
  const [source, target] = [placeIn(folder, from), placeIn(folder, to)]
  makeFolder(dirname(target))
  copyFileSync(source, target)
}

/** Takes a file away, where there is one. */
export const removeIn = (folder: string, path: string): void => rmSync(placeIn(folder, path), { force: true })

/** Where a service of a project keeps its keys, its logs and a database of its own. */
export const dataFolderOf = (folder: string): string => placeIn(folder, '.charter/data')
