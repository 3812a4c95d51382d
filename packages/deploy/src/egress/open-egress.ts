import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { inside } from '../sandbox/sandbox.ts'
import type { InstanceSpec } from '../supervisor/instance-spec.ts'
import { isAlive, type ProcessOf, processOf } from '../supervisor/process-of.ts'
import { startProgram } from '../supervisor/start-program.ts'

/** The ways that lead out of one sandbox. */
export interface Egress {
  /** Of its sockets. */
  readonly folder: string
  /** Lines of `/etc/hosts` inside. */
  readonly hosts: string
  /** `address=socket,…`, as `sandbox/inside.ts` takes them. */
  readonly ways: string
  /** Closes them once that process is gone. */
  until(process: ProcessOf): void
}

/** Beside this file, also where both are bundled. */
const program = fileURLToPath(new URL(`./egress-process${extname(import.meta.url)}`, import.meta.url))

/**
 * Starts what carries bytes out of a sandbox, to the hosts of its deployment alone: a process of its own, so that a supervisor that is
 * killed takes none with it. Rejects where it does not come up.
 */
export const openEgress = async (
  folder: string,
  { deployment, reaches, ranges, own }: InstanceSpec,
): Promise<Egress> => {
  const sockets = waysOf(folder, deployment)
  privateFolder(join(folder, 'out'))
  mkdirSync(sockets, { recursive: true })
  // Whoever runs inside is another user, and sees this folder alone.
  chmodSync(sockets, 0o755)
  const words = [ranges.join(','), String(own.length), ...own, ...reaches]
  const { pid, stdin } = await startProgram({ program, words, cwd: sockets })
  writeFileSync(processFile(folder, deployment), JSON.stringify(processOf(pid)), { mode: 0o600 })
  const places = placesOf([...own, ...reaches])
  return {
    folder: sockets,
    hosts: places.map(({ address, host }) => (loopbackOf(host) !== null ? '' : `${address} ${host}\n`)).join(''),
    ways: places.map(({ address, port }, at) => `${address}:${port}=${inside.egress}/to-${at}`).join(','),
    until: ({ pid, began }) => {
      stdin.end(`${pid} ${began}\n`)
    },
  }
}

/** Where the sockets of a deployment lie. */
const waysOf = (folder: string, deployment: string): string => join(folder, 'out', deployment)

/** Beside them, where nobody inside sees it: which process has them. */
const processFile = (folder: string, deployment: string): string => `${waysOf(folder, deployment)}.process`

/** Whether anything leads out of its sandbox. */
export const hasWays = ({ reaches, own, isBare }: InstanceSpec): boolean => reaches.length + own.length > 0 && !isBare

/** Whether what leads out of a sandbox is there. */
export const isOpen = (folder: string, deployment: string): boolean => {
  try {
    const kept: ProcessOf | null = JSON.parse(readFileSync(processFile(folder, deployment), 'utf8'))
    return kept !== null && isAlive(kept)
  } catch {
    return false
  }
}

/** Takes the ways away of a sandbox that is gone. */
export const removeEgress = (folder: string, deployment: string): void => {
  rmSync(waysOf(folder, deployment), { recursive: true, force: true })
  rmSync(processFile(folder, deployment), { force: true })
}

/** Each host has an address of its own inside, so that two on one port stay two. */
const placesOf = (reaches: readonly string[]) => {
  const names = [...new Set(reaches.map((each) => each.slice(0, each.lastIndexOf(':'))))]
  return reaches.map((each) => {
    const at = each.lastIndexOf(':')
    const host = each.slice(0, at)
    return { host, port: each.slice(at + 1), address: loopbackOf(host) ?? addressOf(names.indexOf(host)) }
  })
}

/** One of 127.1.0.1 on, as many as there are hosts. */
const addressOf = (at: number): string => `127.1.${(at + 1) >> 8}.${(at + 1) & 255}`

/** A loopback address is the same inside, where nothing else is at it. */
const loopbackOf = (host: string): string | null => {
  if (host === 'localhost') return '127.0.0.1'
  return isIP(host) === 4 && host.startsWith('127.') ? host : null
}
