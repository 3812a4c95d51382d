import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commands as listed } from './commands/index.ts'
import { helpOf } from './help.ts'
import { charter } from './testing/charter.ts'
import { charterHere } from './testing/here.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const commands = await Promise.all(listed.map((each) => each.load()))

const text = (given: string): string => given
const plain = { strong: text, muted: text, good: text, seal: text, warn: text }
const never = (): never => {
  throw new Error('there is no such command')
}

const clinic = join(import.meta.dirname, '..', '..', '..', 'packages', 'charter', 'examples', 'clinic.yaml')
const broken = join(folder, 'broken.yaml')
writeFileSync(
  broken,
  'charter: 1\nname: broken\naccess: { roles: [owner] }\nentities:\n  A:\n    key: id\n    fields:\n      id: { type: uuid, default: generated }\n      born: { type: dat }\n    allow: { owner: { do: [read] } }\n',
)

describe('help', () => {
  test('lists every command with what it is for', async () => {
    const { status, out } = await charter(['--help'])
    expect(status).toBe(0)
    for (const { name, summary } of commands)
      expect(out).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 12)}`, 'm'))
  })

  test('of one command shows usage, options and examples', async () => {
    const { status, out, err } = await charter(['check', '--help'])
    expect([status, err]).toEqual([0, ''])
    expect(out).toBe(`${helpOf(commands.find(({ name }) => name === 'check') ?? never(), plain).join('\n')}\n`)
  })

  test.each(commands.flatMap((each) => [each, ...(each.subcommands ?? [])]))(
    'of $name says all there is to say',
    (command) => {
      const out = helpOf(command, plain).join('\n')
      expect(out).toContain(`charter ${command.name} `)
      for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`)
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) {
        expect(out).toContain(example)
        expect(example).toMatch(new RegExp(`\\b(?:charter|npm) ${command.name}\\b`))
      }
    },
  )
})

describe('what is asked wrongly ends with 2 and says what to do', () => {
  test.each([
    [['nonsense'], /no command "nonsense".*--help/s],
    [['draft'], /missing/],
    [['check', clinic, 'extra'], /"extra" is a word too many.*check --help/s],
    [['draft', 'a', 'library'], /"library" is a word too many.*quotes/s],
    [['draft', 'a library', '-f', 'notes.md'], /words or -f, not both/],
    [['diff', clinic, clinic, clinic], /a word too many/],
    [['keys', 'status', folder, 'extra'], /"extra" is a word too many/],
    [['ledger', 'search', 'extra'], /"extra" is a word too many/],
    [
      ['mock', clinic, '--rows', '-1'],
      /^--rows takes a value, <number>; one that begins with "-" is written --rows=-…\. See/,
    ],
    [['mock', clinic, '--rows=-1'], /--rows takes a whole number up to 1000/],
    [['mock', clinic, '--rows'], /--rows takes a value, <number>/],
    [['mock', clinic, '--host', '0.0.0.0'], /loopback/],
    [['check', clinic, '--jsn'], /no option --jsn here\. Did you mean --json\?/],
    [['check', clinic, '--nonsense'], /--nonsense.*check --help/s],
    [['contract', clinic, '--style', 'smoke'], /rest/],
    [['start', '--port', 'http'], /port/i],
    [['run', clinic, '--port', '99999'], /port/i],
    [['generate', clinic, '--language', 'cobol', '--out', folder], /node/],
    [['ledger', 'nonsense'], /no "charter ledger nonsense".*verify.*--help/s],
    [['ledger', 'search', '--from', 'yesterday'], /2026-11-21T10:00:00Z/],
  ] as const)('%j', async (args, sentence) => {
    const { status, out, err } = await charterHere(args)
    expect([status, out]).toEqual([2, ''])
    expect(err).toMatch(sentence)
    expect(err).not.toMatch(/\n\s+at /)
  })
})

describe('what the machine lacks ends with 3 and no stack', () => {
  test.each([
    [['check', 'nowhere.yaml']],
    [['check']],
    [['start', 'nowhere.yaml']],
    [['access', folder]],
    [['introspect', 'nowhere.db']],
    [['draft', 'terse.yaml']],
    [['edit', 'changes.txt', '--charter', clinic]],
  ] as const)('%j', async ([...args]) => {
    const { status, err } = await charterHere(args, { cwd: folder })
    expect(status).toBe(3)
    expect(err).not.toMatch(/\n\s+at /)
    expect(err).not.toContain('mistake in Charter')
  })
})

test.runIf(process.platform === 'linux')('a full disk that output goes to is told, without a stack', async () => {
  const under = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
  const { status, err } = await charter(['check', clinic], { under })
  expect([status, err]).toEqual([
    3,
    'What was printed could not be written: The disk is full. Make room and run the same command again.\n',
  ])
  expect(
    (await charter(['check', 'nowhere.yaml'], { under: ['sh', '-c', 'exec "$@" 2> /dev/full', 'sh'] })).status,
  ).toBe(3)
})

test('a file that is named where words are meant is told how words are read from one', async () => {
  const notes = join(folder, 'notes.md')
  writeFileSync(notes, 'A library has books.')
  const said = async (...args: readonly string[]) =>
    (await charterHere(args, { cwd: mkdtempSync(join(folder, 'at-')) })).err
  expect(await said('draft', 'terse.yaml')).toBe('There is no file "terse.yaml"; -f reads words from one.\n')
  expect(await said('draft', notes)).toBe(`"${notes}" is a file: -f ${notes} reads words from it.\n`)
  expect(await said('init', notes)).toContain(
    '"notes.md" is neither a charter nor a database that can be read. Words are read from a file with: charter init -f notes.md',
  )
  expect(await said('init', 'terse.txt')).toContain(
    'There is no file "terse.txt"; words are read from one with: charter init -f',
  )
})

test('verify runs scenarios of one’s own, and refuses what is wrong in them', async () => {
  const own = join(folder, 'own.yaml')
  const write = (expected: string) =>
    writeFileSync(
      own,
      `- id: own.one\n  title: ours\n  steps:\n    - { as: null, method: GET, path: /api/patients, expect: ${expected} }\n`,
    )
  const verify = (...options: readonly string[]) => charterHere(['verify', clinic, '--scenarios', own, ...options])
  write('{ status: 401 }')
  const held = await verify('--json')
  expect([held.status, JSON.parse(held.out)]).toEqual([0, expect.objectContaining({ passed: 1, failed: [] })])
  write('{ status: 200 }')
  expect(await verify()).toMatchObject({ status: 1, out: expect.stringContaining(`FAILED own.one  ${own}:4`) })
  write('{ stauts: 200 }')
  const refused = await verify()
  expect([refused.status, refused.err]).toEqual([
    1,
    expect.stringContaining(`${own}:4: own.one, step 1: there is no "stauts"`),
  ])
  expect((await verify('--values')).status).toBe(2)
  expect((await charterHere(['verify', clinic, '--scenarios', join(folder, 'none.yaml')])).status).toBe(3)
  expect((await charterHere(['verify', own])).err).toContain('--scenarios')
}, 180_000)

describe('check', () => {
  test('a sound charter ends with 0', async () => {
    expect(await charter(['check', clinic])).toMatchObject({ status: 0, out: 'no mistakes\n' })
  })

  test('a mistake ends with 1, with its place, its code and a hint', async () => {
    const { status, out } = await charterHere(['check', 'broken.yaml'], { cwd: folder })
    expect(status).toBe(1)
    expect(out).toMatch(/^broken\.yaml:9:\d+ {2}error {2}/m)
    expect(out).toMatch(/date/)
    expect(out).toMatch(/1 error/)
  })

  test('files are named by the path that was given, those of a folder too', async () => {
    const project = join(folder, 'project')
    mkdirSync(join(project, 'entities'), { recursive: true })
    writeFileSync(join(project, 'charter.yaml'), 'charter: 1\nname: a\n')
    writeFileSync(join(project, 'entities', 'A.yaml'), 'key: id\nfields: { id: uuid, at: dat }\n')
    const inside = join(project, 'entities')
    const one = await charterHere(['check', '../../broken.yaml'], { cwd: inside })
    const other = await charterHere(['check', '..'], { cwd: inside })
    const json = await charterHere(['check', 'project', '--json'], { cwd: folder })
    expect(one.out).toMatch(/^\.\.\/\.\.\/broken\.yaml:9:/)
    expect(other.out).toMatch(/^\.\.\/entities\/A\.yaml:2:/m)
    const { diagnostics } = JSON.parse(json.out)
    expect(diagnostics.map(({ place }: { place: { file: string } }) => place.file)).toContain('project/entities/A.yaml')
  })

  test('a name that nobody knows ends with 1', async () => {
    writeFileSync(
      join(folder, 'names.yaml'),
      'charter: 1\nname: a\nserves: [REST]\nframeworks: [hipaa]\nsources: { main: { own: oracle } }\n',
    )
    const { status, out } = await charterHere(['check', 'names.yaml'], { cwd: folder })
    expect([status, out.match(/^names\.yaml:\S+ {2}\w+/gm)]).toEqual([
      1,
      ['names.yaml:3:10  error', 'names.yaml:4:14  warning', 'names.yaml:5:20  error'],
    ])
  })

  test('what generates or runs refuses it the same way', async () => {
    const { status, err, out } = await charterHere([
      'generate',
      broken,
      '--language',
      'node',
      '--out',
      join(folder, 'never'),
    ])
    expect([status, `${out}${err}`]).toEqual([1, expect.stringMatching(/broken\.yaml:9:/)])
  })
})

describe('--json prints one document', () => {
  test.each([
    [['check', clinic, '--json'], ['diagnostics'], 0],
    [['check', broken, '--json'], ['diagnostics'], 1],
    [['access', clinic, '--json'], ['rows'], 0],
    [['diff', clinic, clinic, '--json'], [], 0],
    [['explain', 'GET /api/patients', '--as', 'clinician', '--charter', clinic, '--json'], ['operation', 'sql'], 0],
    [
      ['explain', 'GET /api/patients/:id', '--as', 'pharmacist', '--as', 'auditor', '--charter', clinic, '--json'],
      ['roles.1'],
      0,
    ],
    [['why', 'Patient.ssn', '--charter', clinic, '--json'], [], 0],
  ] as const)('%j', async (args, members, status) => {
    const ran = await charterHere(args)
    expect([ran.status, ran.err]).toEqual([status, ''])
    const value = JSON.parse(ran.out) as object
    for (const member of members) expect(value).toHaveProperty(member)
  })

  test('the contract is OpenAPI', async () => {
    const { status, out } = await charterHere(['contract', clinic, '--style', 'rest'])
    expect([status, (JSON.parse(out) as { openapi: string }).openapi]).toEqual([0, expect.stringMatching(/^3\.1/)])
  })
})

test('explain takes a role once for each that somebody holds, and refuses one that there is not', async () => {
  const ask = (...roles: readonly string[]) =>
    charterHere([
      'explain',
      'GET /api/patients/:id/audit',
      ...roles.flatMap((role) => ['--as', role]),
      '--charter',
      clinic,
    ])
  expect((await ask('pharmacist')).out).toContain('refused')
  expect((await ask('pharmacist', 'auditor')).out).toContain('allowed  Whoever has the roles pharmacist, auditor may')
  for (const roles of [[], ['pharmacist', 'nobody']])
    expect(await ask(...roles)).toMatchObject({
      status: 2,
      err: expect.stringContaining('Say the charter’s roles with --as, once for each: clinician, pharmacist, auditor.'),
    })
})

test('a charter that is not named is that of the folder one stands in', async () => {
  const own = mkdtempSync(join(folder, 'own-'))
  copyFileSync(clinic, join(own, 'charter.yaml'))
  expect(await charterHere(['check'], { cwd: own })).toMatchObject({ status: 0, out: 'no mistakes\n' })
  expect((await charterHere(['access'], { cwd: own })).status).toBe(0)
  expect(await charterHere(['verify'], { cwd: folder })).toMatchObject({
    status: 3,
    err: expect.stringContaining('This folder holds no charter.yaml. Make one with: charter init'),
  })
})

test('nothing is coloured where nobody looks', async () => {
  for (const args of [['check', broken], ['--help'], ['access', clinic]])
    expect((await charter(args)).out).not.toContain('\u001b')
})

test('a draft is a charter that passes check', async () => {
  const out = join(folder, 'drafted')
  expect((await charterHere(['draft', 'a library with members, books and loans', '-o', out])).status).toBe(0)
  expect((await charterHere(['check', out])).status).toBe(0)
})

test('a dry run writes nothing', async () => {
  const out = join(folder, 'dry')
  const { status } = await charterHere(['generate', clinic, '--language', 'node', '--out', out, '--dry-run'])
  expect(status).toBe(0)
  expect((await charterHere(['check', out])).status).toBe(3)
})
