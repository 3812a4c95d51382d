import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test as anyTest, beforeEach, expect } from 'vitest'
import { isolationMissing } from '../sandbox/isolation-missing.ts'
import { attempts } from '../testing/attempts.ts'
import { releaseOf, smallService } from '../testing/release-of.ts'
import { type MachineTarget, machineTarget } from './machine-target.ts'

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as services cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

let folder: string
let target: MachineTarget
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-machine-'))
  target = machineTarget({ folder, install: installNothing })
})

/** What depends on nothing has an empty folder of it. */
const installNothing = async (release: string): Promise<void> =>
  void mkdirSync(join(release, 'node_modules'), { recursive: true })

afterEach(async () => {
  await target.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Processes of a program of ours that were started with the folder of this test as their last word. */
const processesOf = (program: string): readonly number[] =>
  processesLike((words) => words.at(-1) === folder && words.at(-2)?.endsWith(program) === true)

const processesLike = (isLike: (words: readonly string[]) => boolean): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isLike(wordsOf(pid)))

const supervisors = (): readonly number[] => processesOf('supervise.ts')

const wordsOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

const environment = { id: randomUUID() }
const ask = async (address: string): Promise<string> => (await fetch(address)).text()
const does = async (address: string, code: string): Promise<unknown> =>
  (await fetch(`${address}/do?${encodeURIComponent(code)}`)).json()

/** Asks over and over, each time by a connection of its own, until it is told to stop. Gives what was answered, and how often nothing was. */
const asking = (address: string) => {
  let isAsking = true
  const answers: string[] = []
  const done = (async () => {
    while (isAsking)
      answers.push(await fetch(address, { headers: { connection: 'close' } }).then((each) => each.text(), String))
  })()
  return {
    stop: async () => {
      isAsking = false
      await done
      return answers
    },
  }
}

test('one release replaces another, and no call fails meanwhile', async () => {
  const first = await target.rollOut(releaseOf(randomUUID(), smallService('one'), environment))
  expect(await ask(first.address)).toBe('one')
  const callers = [asking(first.address), asking(first.address)]
  const next = releaseOf(randomUUID(), smallService('two'), environment)
  expect(await target.rollOut(next)).toEqual(first)
  expect(await ask(first.address)).toBe('two')
  const answers = (await Promise.all(callers.map((each) => each.stop()))).flat()
  expect([...new Set(answers)].sort()).toEqual(['one', 'two'])
  expect(await target.running()).toEqual([next.id])
}, 60_000)

test('what does not get healthy says why, and what answered before goes on', async () => {
  const first = releaseOf(randomUUID(), smallService('one'), environment)
  const { address } = await target.rollOut(first)
  const broken = releaseOf(randomUUID(), { 'src/main.ts': "throw new Error('no table patient')" }, environment)
  await expect(target.rollOut(broken)).rejects.toMatchObject({
    message: 'It did not say that it is ready.',
    lastWords: expect.stringContaining('no table patient'),
  })
  expect(await ask(address)).toBe('one')
  expect(await target.running()).toEqual([first.id])
}, 60_000)

/** The first thing that a service of ours does. */
const writingKey = `import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
const keys = process.env.CHARTER_DATA + '/keys'
mkdirSync(keys, { recursive: true })
writeFileSync(keys + '/audit.pub.pem', generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
`

test('what would leave no record does not answer, also where one before it wrote a key, or what it wrote is none', async () => {
  const rollOut = (before: string) => {
    const service = { 'src/main.ts': `${before}\n${smallService('one')['src/main.ts']}` }
    return target.rollOut({ ...releaseOf(randomUUID(), service, environment), keepsRecord: true })
  }
  const nothingOnRecord = 'nothing that it does would be on record'
  await expect(rollOut('')).rejects.toThrow(nothingOnRecord)
  const { address, recordKey } = await rollOut(writingKey)
  expect(recordKey).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  await expect(rollOut('')).rejects.toThrow(nothingOnRecord)
  const noKey = `${writingKey}writeFileSync(keys + '/audit.pub.pem', 'none')`
  await expect(rollOut(noKey)).rejects.toThrow(nothingOnRecord)
  expect(await ask(address)).toBe('one')
  expect(await target.running()).toHaveLength(1)
}, 60_000)

test('a service whose data takes more of the disk than it may is ended, which its target says; no file of it is longer', async () => {
  const small = machineTarget({ folder, install: installNothing, limits: { diskBytesMax: 2 ** 22, cpus: 1 } })
  const one = releaseOf(randomUUID(), smallService('one'), environment)
  const { address } = await small.rollOut(one)
  const write = (name: string, bytes: number): string => `{
    const { appendFileSync, readdirSync, statSync } = await import('node:fs')
    appendFileSync(process.env.CHARTER_DATA + '/${name}', Buffer.alloc(${bytes}, 1))
    return 'written'
  }`
  expect(await small.ended?.()).toEqual([])
  for (const name of ['a', 'b', 'c']) expect(await does(address, write(name, 2 ** 20))).toBe('written')
  expect(await small.ended?.()).toEqual([])
  expect(await ask(address)).toBe('one')
  for (const name of ['d', 'e']) expect(await does(address, write(name, 2 ** 20))).toBe('written')
  // Each time that it is asked it looks, and tells what was found before.
  await expect
    .poll(() => small.ended?.())
    .toEqual([{ deployment: one.id, why: expect.stringContaining('more than 0.00 GiB of the disk') }])
  // Nobody is kept waiting at a port that leads nowhere.
  await expect(ask(address)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  expect(readdirSync(join(folder, 'data', environment.id))).toEqual(['a', 'b', 'c', 'd', 'e'])
  // It is still there to be stopped, and its environment to be deployed to.
  expect(await small.running()).toEqual([one.id])
  rmSync(join(folder, 'data', environment.id, 'a'))
  rmSync(join(folder, 'data', environment.id, 'b'))
  const two = releaseOf(randomUUID(), smallService('two'), environment)
  expect(await ask((await small.rollOut(two)).address)).toBe('two')
  expect([await small.running(), await small.ended?.()]).toEqual([[two.id], []])
  const long = await does(address, write('long', 2 ** 23)).catch(String)
  expect(long).not.toBe('written')
}, 60_000)

test('a supervisor that is killed takes no service with it, and the next one goes on with them', async () => {
  const first = await target.rollOut(releaseOf(randomUUID(), smallService('one'), environment))
  for (const pid of supervisors()) process.kill(pid, 'SIGKILL')
  expect(await ask(first.address)).toBe('one')
  const callers = asking(first.address)
  const next = releaseOf(randomUUID(), smallService('two'), environment)
  expect(await target.rollOut(next)).toEqual(first)
  expect([...new Set(await callers.stop())].sort()).toEqual(['one', 'two'])
  expect(await target.running()).toEqual([next.id])
}, 60_000)

test('a service that ends by itself is started again, and who asks meanwhile waits', async () => {
  const { address } = await target.rollOut(releaseOf(randomUUID(), smallService('one'), environment))
  await does(address, 'process.exit(1)').catch(() => null)
  expect(await ask(address)).toBe('one')
}, 60_000)

test('what leads to services is there again where it is killed, and goes on without its supervisor', async () => {
  const { address } = await target.rollOut(releaseOf(randomUUID(), smallService('one'), environment))
  for (const pid of processesOf('ingress-process.ts')) process.kill(pid, 'SIGKILL')
  await expect.poll(() => ask(address).catch(String), { timeout: 20_000 }).toBe('one')
  for (const pid of supervisors()) process.kill(pid, 'SIGKILL')
  expect(await ask(address)).toBe('one')
}, 60_000)

test('what leads out of a sandbox is there again where it is killed, also of a supervisor that was', async () => {
  const outside = createServer((socket) => void socket.end('outside'))
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done))
  const { port } = outside.address() as AddressInfo
  const reaches = [`localhost:${port}`]
  const ranges = ['127.0.0.0/8']
  const { address } = await target.rollOut(
    releaseOf(randomUUID(), smallService('one'), { id: randomUUID(), reaches, ranges }),
  )
  const code = `{
    const { connect } = await import('node:net')
    const socket = connect(${port}, '127.0.0.1')
    return new Promise((done) => socket.on('data', (bytes) => done(String(bytes))).on('error', String).on('close', () => done('closed')))
  }`
  const egresses = () =>
    processesLike((words) => words.some((word) => word.endsWith('egress-process.ts')) && words.at(-1) === reaches[0])
  expect(await does(address, code)).toBe('outside')
  for (const pid of supervisors()) process.kill(pid, 'SIGKILL')
  for (const pid of egresses()) process.kill(pid, 'SIGKILL')
  expect(await does(address, code)).not.toBe('outside')
  await target.running()
  await expect.poll(() => does(address, code), { timeout: 20_000 }).toBe('outside')
  expect(egresses()).toHaveLength(1)
  outside.close()
}, 60_000)

test('a service listens where nothing of this machine is, at the ports of ways out too', async () => {
  const { address } = await target.rollOut(
    releaseOf(randomUUID(), smallService('one'), { id: randomUUID(), reaches: ['localhost:8080'] }),
  )
  expect(await ask(address)).toBe('one')
}, 60_000)

test('a machine may lie as deep as folders go', async () => {
  const deep = machineTarget({
    folder: join(folder, ...Array(10).fill('a-folder-of-some-length')),
    install: installNothing,
  })
  const { address } = await deep.rollOut(releaseOf(randomUUID(), smallService('deep'), { id: randomUUID() }))
  expect(await ask(address)).toBe('deep')
  await deep.end()
}, 60_000)

test('two that start a supervisor at once have one', async () => {
  const others = [randomUUID(), randomUUID(), randomUUID()].map((id) =>
    target
      .rollOut(releaseOf(randomUUID(), smallService(id), { id }))
      .then(async ({ address }) => [await ask(address), id]),
  )
  for (const [told, id] of await Promise.all(others)) expect(told).toBe(id)
  expect(supervisors()).toHaveLength(1)
}, 60_000)

test('machines of one person that begin services at once share no port', async () => {
  const folders = Array.from({ length: 3 }, () => mkdtempSync(join(tmpdir(), 'charter-machine-')))
  const machines = folders.map((each) => machineTarget({ folder: each, install: installNothing }))
  try {
    const told = machines.map(async (machine, at) => {
      const { address } = await machine.rollOut(
        releaseOf(randomUUID(), smallService(`machine ${at}`), { id: randomUUID() }),
      )
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(address)))
      return [...new Set(answers)]
    })
    expect(await Promise.all(told)).toEqual([['machine 0'], ['machine 1'], ['machine 2']])
  } finally {
    await Promise.all(machines.map((machine) => machine.end()))
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  }
}, 60_000)

test('a service sees nothing of this machine but what it was given', async () => {
  const other = await serverOf('secret')
  try {
    const { address } = await target.rollOut(releaseOf(randomUUID(), smallService('one'), environment))
    const paths = ['supervisor.db', 'control', 'ingress', 'in', 'releases', 'data', 'logs'].map((path) =>
      join(folder, path),
    )
    const surroundings = { paths, ports: { 'another service': other.port }, pid: process.pid }
    for (const { name, code, isSeenOutside, isKept } of attempts(surroundings)) {
      const answer = await does(address, code)
      expect([name, answer, isKept(answer)]).toEqual([name, answer, true])
      if (isSeenOutside) expect([name, isKept(await ran(code))]).toEqual([name, false])
    }
    expect(await does(address, 'process.getuid()')).not.toBe(0)
    expect(await does(address, `process.getBuiltinModule('node:fs').writeFileSync('/data/kept', 'x')`)).toBe(null)
  } finally {
    other.close()
  }
}, 60_000)

test('what a service is told is code of nobody who begins it', async () => {
  const variables = { LD_PRELOAD: '/data/x.so', GLIBC_TUNABLES: 'glibc.malloc.check=3' }
  const told = releaseOf(randomUUID(), smallService('one'), { id: randomUUID(), variables })
  const { address } = await target.rollOut(told)
  const seen = await does(address, `process.getBuiltinModule('node:fs').readFileSync('/proc/1/environ', 'utf8')`)
  expect(seen).not.toContain('LD_PRELOAD')
  expect(await does(address, 'process.env.LD_PRELOAD')).toBe('/data/x.so')
}, 60_000)

test('a service that leads elsewhere when it is asked whether it is ready is not', async () => {
  const { port, close } = await serverOf('HTTP/1.1 200 OK\r\n\r\n')
  const leading = {
    'src/main.ts': `import { createServer } from 'node:http'
createServer((request, response) => response.writeHead(302, { location: 'http://127.0.0.1:${port}/' }).end()).listen(process.env.PORT, process.env.HOST)
setTimeout(() => process.exit(1), 3000)`,
  }
  try {
    await expect(target.rollOut(releaseOf(randomUUID(), leading, environment))).rejects.toThrow()
  } finally {
    close()
  }
}, 60_000)

test('one release begins in several environments at once', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const begun = ids.map((id) => target.rollOut(releaseOf(randomUUID(), smallService('one'), { id })))
  expect(new Set((await Promise.all(begun)).map(({ address }) => address)).size).toBe(3)
}, 60_000)

test('a service reaches the hosts that its environment names, by their names, and no other', async () => {
  const [database, other] = [await serverOf('rows'), await serverOf('secret')]
  try {
    const reaches = [`localhost:${database.port}`, `${hostname()}:${database.port}`, 'example.org:443']
    const { address } = await target.rollOut(
      releaseOf(randomUUID(), smallService('one'), { id: randomUUID(), reaches, ranges: ['127.0.0.0/8'] }),
    )
    const reads = (host: string, port: number) => does(address, connecting(host, port))
    expect(await reads('localhost', database.port)).toBe('rows')
    expect(await reads(hostname(), database.port)).toBe('rows')
    const elsewhere = await target.rollOut(releaseOf(randomUUID(), smallService('two'), { id: randomUUID(), reaches }))
    expect(await does(elsewhere.address, connecting('localhost', database.port))).toEqual({ failed: 'closed' })
    expect(await reads('localhost', other.port)).toEqual({ failed: 'ECONNREFUSED' })
    expect(await reads('example.net', 443)).toMatchObject({ failed: expect.stringMatching(/^E/) })
  } finally {
    database.close()
    other.close()
  }
}, 60_000)

/** The same code, run by this process. */
const ran = (code: string): Promise<unknown> =>
  // biome-ignore lint/security/noGlobalEval: an attempt that gets nowhere from here either would judge nothing.
  (eval(`(async () => ${code})()`) as Promise<unknown>).catch(({ code }) => ({ failed: code }))

/** Gives what is told there. */
const connecting = (host: string, port: number): string =>
  `new Promise((done, fail) => process.getBuiltinModule('node:net').connect(${port}, '${host}').on('data', (text) => done(String(text))).on('error', fail).on('close', () => fail(new Error('closed'))))`

/** A server on every address of this machine, which tells everybody the same. */
const serverOf = async (told: string) => {
  const server = createServer((socket) => socket.end(told))
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

anyTest(
  'where nothing can be shut in, what is ours runs, and nothing else',
  async () => {
    const ours = releaseOf(randomUUID(), smallService('ours'), { id: randomUUID() })
    const bare = machineTarget({
      folder,
      install: installNothing,
      isOurs: async ({ digest }) => digest === ours.digest,
    })
    const { PATH } = process.env
    process.env.PATH = '/nowhere'
    try {
      expect(await ask((await bare.rollOut(ours)).address)).toBe('ours')
      const another = releaseOf(randomUUID(), smallService('theirs'), { id: randomUUID() })
      await expect(bare.rollOut(another)).rejects.toThrow('Nothing is run here that is not kept apart')
    } finally {
      process.env.PATH = PATH
    }
  },
  60_000,
)

test('what a killed supervisor began is ended too', async () => {
  const { address } = await target.rollOut(releaseOf(randomUUID(), smallService('one'), environment))
  for (const pid of supervisors()) process.kill(pid, 'SIGKILL')
  await target.end()
  await expect(ask(address)).rejects.toThrow('fetch failed')
  await expect.poll(supervisors).toEqual([])
}, 60_000)

test('what is ended is there again when it is asked for', async () => {
  const first = releaseOf(randomUUID(), smallService('one'), environment)
  const { address } = await target.rollOut(first)
  await target.end()
  await expect(ask(address)).rejects.toThrow('fetch failed')
  expect(await target.running()).toEqual([first.id])
  await expect.poll(() => ask(address).catch(String), { timeout: 20_000 }).toBe('one')
}, 60_000)
