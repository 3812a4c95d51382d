import { lstatSync, readlinkSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SandboxOptions {
  readonly release: string
  readonly modules: string
  /** What it writes, kept from one deployment to the next. */
  readonly data: string
  /** Folder of the sockets that lead out; null: nothing does. */
  readonly egress: string | null
  /** Programs besides those of the system, each with where it lies inside. */
  readonly shown?: Readonly<Record<string, string>>
  /** Names of hosts and the loopback addresses that lead to them: what its `/etc/hosts` says. */
  readonly hosts: string
  /** The user it runs as, where this process may choose one. */
  readonly user: number | null
  /** Number of the file that bubblewrap says the process on. */
  readonly infoFile: number
  /** Private memory at most, in bytes. */
  readonly memoryBytesMax: number
  /** Of one file at most, in bytes. */
  readonly fileBytesMax: number
}

export interface SandboxCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Files that bubblewrap reads, by their numbers. */
  readonly files: Readonly<Record<number, string>>
}

const extension = extname(import.meta.url)
/** Beside this file, also where both are bundled: then the second is a part of the first. */
export const [launcherFile = '', lateFile = ''] = ['inside', 'connect-late'].map((name) =>
  fileURLToPath(new URL(`./${name}${extension}`, import.meta.url)),
)

/** Where things lie inside. */
export const inside = {
  node: '/charter/node',
  launcher: `/charter/inside${extension}`,
  late: `/charter/connect-late${extension}`,
  release: '/service',
  modules: '/node_modules',
  data: '/data',
  egress: '/run/egress',
} as const

/**
 * How a service runs that nobody has to trust: with namespaces of its own for users, files, processes and the network, in which there is
 * nothing but its release, what it depends on, its data and the ways in and out that it was given (bubblewrap, `bwrap(1)`).
 */
export const sandboxCommand = (options: SandboxOptions, launcher: readonly string[]): SandboxCommand => {
  const { release, modules, data, egress, user, infoFile, memoryBytesMax, fileBytesMax } = options
  const hostsFile = infoFile + 1
  return {
    command: 'bwrap',
    files: { [hostsFile]: options.hosts },
    args: [
      ...namespaces(user),
      ...(user === null ? lowPorts : []),
      ...['--as-pid-1', '--info-fd', String(infoFile)],
      ...system(temporaryBytesMax),
      ...['--perms', '0644', '--ro-bind-data', String(hostsFile), '/etc/hosts'],
      ...['--ro-bind', launcherFile, inside.launcher, '--ro-bind-try', lateFile, inside.late],
      ...['--ro-bind', release, inside.release, '--ro-bind', modules, inside.modules],
      ...Object.entries(options.shown ?? {}).flatMap(([path, at]) => ['--ro-bind', path, at]),
      ...['--bind', data, inside.data],
      ...(egress === null ? [] : ['--ro-bind', egress, inside.egress]),
      ...['--chdir', inside.release],
      ...(user === null ? [] : asUser(user)),
      ...limits(user, { memoryBytesMax, fileBytesMax }),
      ...[inside.node, '--disable-warning=ExperimentalWarning', inside.launcher, ...launcher],
    ],
  }
}

export interface TestsSandboxOptions extends Pick<SandboxOptions, 'release' | 'modules' | 'user' | 'memoryBytesMax'> {
  /** What says of each test what came of it. */
  readonly reporter: string
}

/** How tests of a release run: as a service does, but with nobody to come in, no way out, nothing that stays, and an end with whoever began them. */
export const testsCommand = (options: TestsSandboxOptions): SandboxCommand => {
  const { release, modules, reporter, user, memoryBytesMax } = options
  const reporterInside = `/charter/reporter${extension}`
  return {
    command: 'bwrap',
    files: { [testsHostsFile]: '127.0.0.1 localhost\n' },
    args: [
      ...[...namespaces(user), '--die-with-parent'],
      ...system(testsBytesMax),
      ...['--perms', '0644', '--ro-bind-data', String(testsHostsFile), '/etc/hosts'],
      ...['--ro-bind', reporter, reporterInside],
      ...['--ro-bind', release, inside.release, '--ro-bind', modules, inside.modules],
      ...[
        '--clearenv',
        '--setenv',
        'PATH',
        '/usr/bin:/bin',
        '--setenv',
        'HOME',
        '/tmp',
        '--setenv',
        'HOST',
        '127.0.0.1',
      ],
      ...['--chdir', inside.release],
      ...(user === null ? [] : asUser(user)),
      ...limits(user, { memoryBytesMax, fileBytesMax: testsBytesMax }),
      ...[inside.node, '--disable-warning=ExperimentalWarning', '--test', '--test-concurrency=2'],
      ...[`--test-reporter=${reporterInside}`, 'test/**/*.test.ts'],
    ],
  }
}

/** Namespaces of its own for files, processes, users and the network. */
const namespaces = (user: number | null): readonly string[] => [
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...(user === null ? ['--unshare-user', '--disable-userns', '--cap-drop', 'ALL'] : []),
  ...['--new-session', '--hostname', 'service'],
]

/** What of this machine is inside: programs of the system, and Node. */
const system = (bytesMax: number): readonly string[] => [
  // What bubblewrap makes by itself on the way to a place, its user alone may enter.
  ...['/charter', '/etc', '/run'].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
  ...['--ro-bind', '/usr', '/usr', ...systemLinks(), '--ro-bind-try', '/etc/ssl', '/etc/ssl'],
  ...['--proc', '/proc', '--dev', '/dev'],
  ...['--perms', '1777', '--size', String(bytesMax), '--tmpfs', '/tmp'],
  ...['--ro-bind', process.execPath, inside.node],
]

const limits = (
  user: number | null,
  { memoryBytesMax, fileBytesMax }: Pick<SandboxOptions, 'memoryBytesMax' | 'fileBytesMax'>,
): readonly string[] => [
  // Where nothing bounds how much of the processors it has, the platform goes before it.
  ...['nice', '-n', '10'],
  ...['prlimit', `--data=${memoryBytesMax}`, `--fsize=${fileBytesMax}`, '--core=0', '--nofile=8192'],
  // Of a user of its own; elsewhere it would count what its person runs.
  ...(user === null ? [] : ['--nproc=512']),
]

/** The first after what every process has. */
const testsHostsFile = 3

/** To which the reporter of tests says what came of each. */
export const saidFile = 4

/** Databases of tests lie in memory. */
const testsBytesMax = 512 * 1024 * 1024
const temporaryBytesMax = 64 * 1024 * 1024

/** `/bin` and its like, as they are here: links into `/usr` on Debian 12, folders elsewhere. */
const systemLinks = (): readonly string[] =>
  ['/bin', '/sbin', '/lib', '/lib64'].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found) return []
    return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  })

/** Ways out are at the ports that hosts have, in its own network: 443 too. */
const lowPorts = ['--cap-add', 'CAP_NET_BIND_SERVICE']

/** Where bubblewrap was started by root, whoever runs inside is another user, with no right of root’s and no way back to one. */
const asUser = (user: number): readonly string[] => [
  ...['sh', '-c', 'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start; exec "$@"', 'sh'],
  ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'],
  ...['--inh-caps=-all', '--'],
]
