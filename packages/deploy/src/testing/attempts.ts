import { readFileSync } from 'node:fs'

/** What a service tries that it may not, as code that `smallService` runs. */
export interface Attempt {
  readonly name: string
  readonly code: string
  /** Whoever runs it outside gets somewhere, and changes nothing: by that the attempt itself is judged. */
  readonly isSeenOutside: boolean
  /** It got nowhere: of what it answered. */
  isKept(answer: unknown): boolean
}

export interface Surroundings {
  /** Files and folders of the platform and its supervisor. */
  readonly paths: readonly string[]
  /** Ports of this machine that somebody listens at: the platform, a ledger's reader, another service. */
  readonly ports: Readonly<Record<string, number>>
  /** A process of this machine. */
  readonly pid: number
}

/** Each of them fails where a service is kept apart. */
export const attempts = ({ paths, ports, pid }: Surroundings): readonly Attempt[] => [
  ...paths.map((path) => missing(`the platform’s ${path}`, `node('fs').statSync(${JSON.stringify(path)})`)),
  missing('passwords of the machine', `node('fs').readFileSync('/etc/shadow', 'utf8')`),
  missing('users of the machine', `node('fs').readFileSync('/etc/passwd', 'utf8')`),
  missing('root’s home', `node('fs').readdirSync('/root')`),
  ...Object.entries(ports).map(([name, port]) => ({
    ...unreached(`${name} on loopback`, '127.0.0.1', port),
    isSeenOutside: true,
  })),
  unreached('cloud metadata', '169.254.169.254', 80),
  unreached('cloud metadata over IPv6', 'fd00:ec2::254', 80),
  failing(
    'a name of the Internet',
    `new Promise((done, fail) => node('dns').lookup('example.org', (e, a) => e ? fail(e) : done(a)))`,
  ),
  failing('its own release, to change it', `node('fs').writeFileSync('/service/src/main.ts', '')`),
  failing('what it depends on, to change it', `node('fs').writeFileSync('/node_modules/x.js', '')`),
  failing('the system’s programs, to change them', `node('fs').writeFileSync('/usr/bin/x', '')`),
  failing('a process of the machine', `process.kill(${pid}, 0)`),
  failing('another user', 'process.setuid(0)'),
  failing('a mount', `node('child_process').execFileSync('mount', ['-t', 'tmpfs', 'none', '/tmp'], { stdio: 'pipe' })`),
  {
    name: 'processes beside its own',
    code: `process.getBuiltinModule('node:fs').readdirSync('/proc').filter((each) => /^\\d+$/.test(each)).length`,
    isSeenOutside: true,
    isKept: (answer) => typeof answer === 'number' && answer < 5,
  },
  {
    name: 'a socket of the machine’s network, to turn it elsewhere',
    code: named(
      `['1', 'self'].flatMap((pid) => node('fs').readdirSync('/proc/' + pid + '/fd').map((file) => { try { return node('fs').readlinkSync('/proc/' + pid + '/fd/' + file) } catch { return '' } })).filter((each) => each.startsWith('socket:'))`,
    ),
    isSeenOutside: false,
    isKept: (answer) => Array.isArray(answer) && answer.length > 0 && !answer.some(isOfNetworkHere),
  },
  {
    name: 'the environment of the supervisor',
    code: `Object.keys(process.env).filter((name) => !['CHARTER_DATA', 'HOME', 'HOST', 'PATH', 'PORT', 'PWD'].includes(name))`,
    isSeenOutside: true,
    isKept: (answer) => Array.isArray(answer) && answer.length === 0,
  },
]

const failed = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'failed' in answer ? String(answer.failed) : null

const missing = (name: string, code: string): Attempt => ({
  name,
  code: named(code),
  isSeenOutside: true,
  isKept: (answer) => ['ENOENT', 'EACCES'].includes(failed(answer) ?? ''),
})

const failing = (name: string, code: string): Attempt => ({
  name,
  code: named(code),
  isSeenOutside: false,
  isKept: (answer) => failed(answer) !== null,
})

const unreached = (name: string, host: string, port: number): Attempt =>
  failing(
    name,
    `new Promise((done, fail) => node('net').connect(${port}, '${host}', () => done('in')).on('error', fail).setTimeout(1000, () => fail(new Error('silence'))))`,
  )

/** `socket:[1234]` by its inode, among those of the network that this process is in: proc_net(5). */
const isOfNetworkHere = (socket: string): boolean =>
  ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6', 'packet', 'netlink'].some((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8').split(/\s+/).includes(socket.slice('socket:['.length, -1)),
  )

const named = (code: string): string => code.replaceAll(/node\('(\w+)'\)/g, "process.getBuiltinModule('node:$1')")
