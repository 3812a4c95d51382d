import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLock } from '@charter/charter'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLoaded } from '../check.ts'
import { loadCharter } from '../load.ts'
import { defineUpgrade, type Files } from './upgrade.ts'
import { upgradeProject } from './upgrade-project.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'upgrade')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const use = (fixture: string): void => cpSync(join(fixtures, fixture), folder, { recursive: true })
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const run = (isDryRun = false) => upgradeProject(folder, { language: 'node', isDryRun })
const everything = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )

describe.each(readdirSync(fixtures))('what %s wrote', (fixture) => {
  test('is brought to what is written today, and then there is nothing left to do', async () => {
    use(fixture)
    const document = read('charter.yaml')
    const numbers = numbersOf()
    const upgraded = await run()
    expect(upgraded).toMatchObject({ steps: [], changed: [], backups: [], generated: { manifest: 1, charter: null } })
    expect(upgraded.generated?.report.kept).toEqual([])
    expect(upgraded.generated?.report.written).toContain('src/model.ts')
    expect(read('charter.yaml')).toBe(document)
    expect(checkLoaded(await loadCharter(folder)).filter(({ severity }) => severity === 'error')).toEqual([])
    for (const [thing, number] of numbers) expect(new Map(numbersOf()).get(thing)).toBe(number)
    const after = everything()
    const again = await run()
    expect(again.isLockWritten).toBe(false)
    expect(again.generated?.report).toMatchObject({ written: [], removed: [], kept: [] })
    expect(everything()).toEqual(after)
  })

  test('a dry run tells the same and writes nothing', async () => {
    use(fixture)
    const before = everything()
    const told = await run(true)
    expect(everything()).toEqual(before)
    const done = await run()
    expect(told.generated?.report).toEqual(done.generated?.report)
    expect(told.isLockWritten).toBe(done.isLockWritten)
  })
})

/** Entities and fields with their numbers on the wire, where the lock has given any. */
const numbersOf = (): readonly (readonly [string, number])[] => {
  const lock = existsSync(join(folder, 'charter.lock')) ? readLock(read('charter.lock')) : null
  if (!lock || 'error' in lock) return []
  return Object.entries(lock.entities).flatMap(([id, entity]) => [
    [id, entity.number] as const,
    ...Object.entries(entity.fields).map(([field, { number }]) => [`${id}.${field}`, number] as const),
  ])
}

test('a project without a lock gets one, as numbers and names stay from now on', async () => {
  use('0.1.0-rest')
  expect(existsSync(join(folder, 'charter.lock'))).toBe(false)
  expect((await run()).isLockWritten).toBe(true)
  expect(numbersOf().length).toBeGreaterThan(10)
})

test('files that nothing makes any more go; what a person owns or changed stays', async () => {
  use('0.1.0-rest')
  const operation = `${read('src/operations/discharge-patient.ts')}// ours\n`
  writeFileSync(join(folder, 'src/operations/discharge-patient.ts'), operation)
  writeFileSync(join(folder, 'src/routes.ts'), `${read('src/routes.ts')}// ours too\n`)
  const { generated } = await run()
  expect(generated?.report.removed).toEqual(['src/page.ts'])
  expect(existsSync(join(folder, 'src/page.ts'))).toBe(false)
  expect(read('src/operations/discharge-patient.ts')).toBe(operation)
  expect(read('src/routes.ts')).toContain('// ours too')
})

test('where nothing was generated, nothing is: only the charter is brought forward', async () => {
  use('0.1.0-drafted')
  rmSync(join(folder, '.charter'), { recursive: true })
  rmSync(join(folder, 'src'), { recursive: true })
  const upgraded = await run()
  expect(upgraded.generated).toBe(null)
  expect(existsSync(join(folder, 'src'))).toBe(false)
})

describe('a document of an older format', () => {
  /** A format before the first: what a step of tomorrow will be like. */
  const step = defineUpgrade({
    part: 'document',
    from: 0,
    to: 1,
    does: '`label` is now `title`',
    run: (files) => ({
      ...files,
      'charter.yaml': (files['charter.yaml'] ?? '').replace(/^charter: 0/m, 'charter: 1').replace(/^label:/m, 'title:'),
    }),
  })
  const known = { formats: { document: 1, lock: 1 }, upgrades: [step] }
  const use0 = (): string => {
    use('0.1.0-drafted')
    const old = read('charter.yaml')
      .replace(/^charter: 1/m, 'charter: 0')
      .replace(/^title:/m, 'label:')
    writeFileSync(join(folder, 'charter.yaml'), old)
    return old
  }

  test('is replaced as a whole, with a copy of it as it was, and generated from', async () => {
    const old = use0()
    const upgraded = await upgradeProject(folder, { language: 'node', known })
    expect(upgraded).toMatchObject({
      steps: [{ part: 'document', from: 0, to: 1, does: '`label` is now `title`' }],
      changed: ['charter.yaml'],
      backups: ['.charter/before-upgrade/charter.yaml'],
    })
    expect(read('charter.yaml')).toBe(readFileSync(join(fixtures, '0.1.0-drafted', 'charter.yaml'), 'utf8'))
    expect(read('.charter/before-upgrade/charter.yaml')).toBe(old)
    expect(readdirSync(folder).filter((name) => name.includes('.charter-'))).toEqual([])
  })

  test('is left as it is by a dry run, and where the charter has errors after all', async () => {
    use0()
    const before = everything()
    const told = await upgradeProject(folder, { language: 'node', known, isDryRun: true })
    expect([told.changed, told.backups, everything()]).toEqual([['charter.yaml'], [], before])
    const wrong = { ...step, run: (files: Files) => ({ ...step.run(files), 'charter.lock': 'no lock' }) }
    await expect(upgradeProject(folder, { language: 'node', known: { ...known, upgrades: [wrong] } })).rejects.toThrow(
      'The charter has mistakes.',
    )
    expect(everything()).toEqual(before)
  })
})

test.each([
  [
    '{ "manifest": 2, "charter": "9.0.0", "files": {} }',
    /generated by Charter 9\.0\.0; this is .* Install Charter 9\.0\.0/,
  ],
])('a folder that a newer Charter generated is refused: %s', async (manifest, sentence) => {
  use('0.1.0-rest')
  writeFileSync(join(folder, '.charter', 'manifest.json'), manifest)
  const before = everything()
  await expect(run()).rejects.toThrow(sentence)
  expect(everything()).toEqual(before)
})

test('a charter of a newer format is refused, and nothing is written', async () => {
  use('0.1.0-rest')
  writeFileSync(join(folder, 'charter.yaml'), read('charter.yaml').replace(/^charter: 1/m, 'charter: 2'))
  const before = everything()
  await expect(run()).rejects.toThrow(/charter\.yaml is of a newer Charter: it says `charter: 2`/)
  expect(everything()).toEqual(before)
})
