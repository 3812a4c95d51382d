import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What the file system answers where it is the place that is wrong, and no mistake of ours. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: 'may not be written to by this user',
  EPERM: 'may not be written to by this user',
  EROFS: 'lies on a disk that may only be read',
  ENOENT: 'takes no new files or folders',
}

/** An error of the file system as a sentence that names the place and what to do; null for any other, and where it is our mistake. */
export const fileFault = (error: unknown): string | null => {
  const fault = placed(error)
  if (!fault) return null
  const { code, path, syscall } = fault
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full. Make room and run the same command again.'
  if (path === undefined) return null
  if (code === 'ENAMETOOLONG') return `The name "${path.slice(0, 80)}…" is too long for this disk. Name a shorter one.`
  const file = fileOnWay(path)
  if (code === 'ELOOP') return `"${path}" is a link that leads back to itself. Take it away, or name another place.`
  if (code === 'EEXIST' && syscall === 'mkdir' && found(path) === null)
    return `"${path}" is a link that leads nowhere. Take it away, or name another place.`
  if (code === 'EISDIR') return `"${path}" is a folder: name a file.`
  if (file !== null && (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir')))
    return `"${file}" is a file: name a folder.`
  if (isUnreadable(path, code))
    return `"${path}" may not be read by this user. Give this user the right to it, or name another.`
  const why = refusals[code]
  if (why === undefined || (code === 'ENOENT' && !isRefusedThere(path, syscall))) return null
  return `Nothing can be written into the folder "${folderAbove(path)}": it ${why}. Make it writable, or name or go to another folder, and run the same command again.`
}

interface Placed {
  readonly code: string
  readonly syscall: string
  readonly path?: string
}

const placed = (error: unknown): Placed | null => {
  if (!(error instanceof Error)) return null
  const { code, syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string }
  const at = typeof dest === 'string' ? dest : path
  if (typeof code !== 'string') return null
  return { code, syscall: syscall ?? '', ...(typeof at === 'string' && { path: at }) }
}

/** A folder or file that is not made although the folder above it is there: of one that is not there, it is we who forgot it. */
const isRefusedThere = (path: string, syscall: string): boolean =>
  syscall === 'mkdir' || (syscall === 'open' && found(path) === null && found(dirname(resolve(path))) !== null)

const isUnreadable = (path: string, code: string): boolean => {
  if (code !== 'EACCES' && code !== 'EPERM') return false
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' && found(path) !== null
  }
}

/** The file that a path leads through as though it were a folder; null where there is none. */
const fileOnWay = (path: string): string | null => {
  for (let at = path; ; at = dirname(at)) {
    if (found(at)) return found(at)?.isDirectory() ? null : at
    if (dirname(at) === at) return null
  }
}

/** The folder that is there and would hold what was to be written. */
const folderAbove = (path: string): string => {
  for (let at = dirname(resolve(path)); ; at = dirname(at))
    if (found(at)?.isDirectory() || dirname(at) === at) return at
}

const found = (path: string): Stats | null => {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
