import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Podman with images of its own in a folder, which go with it. */
export interface Podman {
  build(folder: string, tag: string, more?: readonly string[]): void
  /** What the container says on standard output. Throws where it does not end with 0. */
  run(args: readonly string[]): string
  /** Its exit status, whatever it is. */
  tell(args: readonly string[]): number | null
}

/** What a program says on standard output. Throws where it does not end with 0. */
export const ran = (file: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}.\n${stdout}${stderr}`)
  return stdout.trim()
}

/** Makes the root of a Debian that the images are from. */
export const makeDebian = (into: string): void => {
  ran('debootstrap', '--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', into)
}

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Why containers cannot be made here; null where they can. */
export const whyNot = (): string | null => {
  if (process.getuid?.() !== 0) return 'debootstrap needs root'
  const missing = ['podman', 'debootstrap'].filter((program) => !isThere(program))
  return missing.length > 0 ? `there is no ${missing.join(' and no ')}` : null
}

/** Limits that a container within a container may have; its network is that of the machine. */
const within = ['--pull=never', '--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=4096:4096'] as const

/** `npm`: its cache, and settings that take everything from there. */
export const podmanIn = (folder: string, npm: { readonly cache: string; readonly settings: string }): Podman => {
  // runc runs where control groups are of both kinds, crun does not.
  const runtime = isThere('runc') ? ['--runtime=runc'] : []
  const own = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), ...runtime]
  const podman = (args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('podman', [...own, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    if (status !== 0) throw new Error(`podman ${args.join(' ')} ended with ${status}.\n${stdout}${stderr}`)
    return stdout
  }
  return {
    build: (from, tag, more = []) => {
      const volumes = [`${npm.cache}:/npm`, `${npm.settings}:/usr/local/etc/npmrc:ro`].map((each) => `--volume=${each}`)
      podman(['build', '--isolation=chroot', '--pull=never', ...volumes, ...more, '--tag', tag, from])
    },
    run: (args) => podman(['run', ...within, ...args]),
    tell: (args) => spawnSync('podman', [...own, ...args]).status,
  }
}
