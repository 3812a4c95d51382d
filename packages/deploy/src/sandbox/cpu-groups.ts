import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Groups of processes that the kernel gives so much of the processors and no more (cgroup v2, `cpu.max`). */
export interface CpuGroups {
  /** Puts a process, and what it begins from now on, into a group of its deployment. False where the machine does not let us. */
  put(deployment: string, pid: number, cpus: number): boolean
  /** Takes the group away of one whose processes are gone. */
  remove(deployment: string): void
}

export interface CpuGroupsOptions {
  /** Where cgroup v2 is mounted. */
  readonly mount: string
  /** The group that this process is of, in it: `/system.slice/charter.service/supervisor`. */
  readonly own: string
}

const periodMicroseconds = 100_000

/**
 * Beside the group of this process, in what was delegated to it (`Delegate=` of systemd): one that has processes of its own hands no
 * controllers on (cgroups(7), no internal processes).
 */
export const cpuGroups = ({ mount, own }: CpuGroupsOptions): CpuGroups => {
  const parent = join(mount, own === '/' ? own : dirname(own))
  const ours = join(parent, 'charter')
  const groupOf = (deployment: string): string => join(ours, deployment)
  return {
    put: (deployment, pid, cpus) => {
      try {
        mkdirSync(ours, { recursive: true })
        for (const above of [parent, ours]) writeFileSync(join(above, 'cgroup.subtree_control'), '+cpu')
        mkdirSync(groupOf(deployment), { recursive: true })
        const quota = Math.round(cpus * periodMicroseconds)
        writeFileSync(join(groupOf(deployment), 'cpu.max'), `${quota} ${periodMicroseconds}`)
        writeFileSync(join(groupOf(deployment), 'cgroup.procs'), String(pid))
        return true
      } catch {
        return false
      }
    },
    remove: (deployment) => {
      try {
        rmdirSync(groupOf(deployment))
      } catch {
        // There is none.
      }
    },
  }
}

/** Those of this machine. */
export const machineCpuGroups = (): CpuGroups => {
  const mount = '/sys/fs/cgroup'
  try {
    const own = /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
    // In the place of cgroup v2 an older machine has a folder that is no group.
    readFileSync(join(mount, 'cgroup.controllers'))
    return cpuGroups({ mount, own })
  } catch {
    return { put: () => false, remove: () => {} }
  }
}
