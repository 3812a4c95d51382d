import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { privateFolder } from '@charter/runtime/settings/private-files'

/**
 * A socket of the file system that a sandbox is handed, and listens at. It belongs to no network: nothing that is done with it reaches an
 * address of this machine.
 */
export interface WayIn {
  /** The number of its file, to be handed on. */
  readonly file: number
  /** Of this process alone: whoever it was handed to goes on listening. */
  close(): void
}

/** Relative, as such a path has 108 bytes at most: this process is in the folder. */
const folder = 'in'

/** Where what serves a deployment listens for `name`. */
export const wayInOf = (deployment: string, name: string): string => join(folder, deployment, name)

/** Where what serves an environment now does. */
export const currentWayInOf = (environment: string, name: string): string => join(folder, 'of', environment, name)

/** Makes it anew: who connects and is not heard yet by whoever had it before is cut off. Throws where it cannot be made. */
export const makeWayIn = (deployment: string, name: string): WayIn => {
  privateFolder(folder)
  mkdirSync(join(folder, deployment), { recursive: true })
  const path = wayInOf(deployment, name)
  // Under another name first: one that is closed takes away the name that it was made under.
  const made = `${path}.made`
  rmSync(made, { force: true })
  const handle = (net as unknown as NodeSockets)._createServerHandle(made, -1, -1)
  if (typeof handle === 'number') throw new Error(`No socket can be made in ${folder}/${deployment}.`)
  renameSync(made, path)
  return { file: handle.fd, close: () => handle.close() }
}

/** What Node’s cluster module holds for its workers; it has no name in the documented interface (lib/internal/cluster/shared_handle.js). */
interface NodeSockets {
  _createServerHandle(path: string, port: -1, family: -1): { readonly fd: number; close(): void } | number
}

/** Who connects to the environment comes to that deployment from now on: at no moment to none. */
export const switchWayIn = (environment: string, deployment: string): void => {
  privateFolder(join(folder, 'of'))
  const next = join(folder, 'of', `${environment}.next`)
  rmSync(next, { force: true })
  symlinkSync(join('..', deployment), next)
  renameSync(next, join(folder, 'of', environment))
}

export const removeWayIn = (deployment: string): void =>
  rmSync(join(folder, deployment), { recursive: true, force: true })
