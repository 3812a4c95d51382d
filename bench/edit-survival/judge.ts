import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { kebabOf } from '@charter/charter'
import { freePort, installNodeModules, runService } from '@charter/project'
import type { Behaviour, CodeEdit } from './code-edits.ts'
import type { Survival } from './sequence.ts'

const commandMs = 180_000

/** What is wrong with the service at the end of a sequence, in plain words; empty where nothing is. */
export const judge = async (folder: string, { edits, api }: Survival): Promise<readonly string[]> => {
  await installNodeModules(folder, { withTools: true })
  const wrong = [...ran(folder, 'it does not compile', ['node_modules/typescript/bin/tsc']), ...tested(folder, edits)]
  if (wrong.length > 0) return wrong
  return [
    ...(await answered(folder, edits)),
    ...(await operated(
      folder,
      edits,
      api.operations.map(({ name }) => name),
    )),
  ]
}

const node = (folder: string, args: readonly string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: commandMs,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
  })

const ran = (folder: string, what: string, args: readonly string[]): readonly string[] => {
  const { status, stdout, stderr } = node(folder, args)
  return status === 0 ? [] : [`${what}: ${`${stdout}${stderr}`.slice(0, 1500)}`]
}

/** Its tests pass, and those that people wrote are among them. */
const tested = (folder: string, edits: readonly CodeEdit[]): readonly string[] => {
  const files = readdirSync(join(folder, 'test')).filter((name) => name.endsWith('.test.ts'))
  const args = ['--test', '--test-reporter=tap', ...files.map((name) => `test/${name}`)]
  const { status, stdout, stderr } = node(folder, args)
  if (status !== 0)
    return [
      `its tests fail: ${`${stdout}${stderr}`
        .split('\n')
        .filter((line) => /not ok|error:/.test(line))
        .join('\n')
        .slice(0, 1500)}`,
    ]
  return of(edits, 'test').flatMap(({ mark }) => (stdout.includes(mark) ? [] : [`the test ${mark} does not run`]))
}

const of = <Kind extends Behaviour['kind']>(edits: readonly CodeEdit[], kind: Kind) =>
  edits.flatMap((edit) => {
    const { behaviour } = edit
    return behaviour?.kind === kind ? [{ ...edit, behaviour: behaviour as Extract<Behaviour, { kind: Kind }> }] : []
  })

/** Routes and middleware answer. */
const answered = async (folder: string, edits: readonly CodeEdit[]): Promise<readonly string[]> => {
  const service = await runService({ folder, port: await freePort(19_300) })
  try {
    const wrong: string[] = []
    for (const { mark, behaviour } of of(edits, 'route')) {
      const answer = await fetch(`${service.url}${behaviour.path}`)
      if (!(await answer.text()).includes(mark)) wrong.push(`the route ${behaviour.path} does not answer`)
    }
    const { headers } = await fetch(`${service.url}/healthz`)
    for (const { behaviour } of of(edits, 'header'))
      if (headers.get(behaviour.name) !== 'yes') wrong.push(`the middleware of ${behaviour.name} is not called`)
    return wrong
  } finally {
    await service.stop()
  }
}

/** Bodies of operations do what people wrote. */
const operated = async (
  folder: string,
  edits: readonly CodeEdit[],
  names: readonly string[],
): Promise<readonly string[]> => {
  const marks = new Set<string>()
  for (const name of names) {
    const module = (await import(
      pathToFileURL(join(folder, 'src/operations', `${kebabOf(name)}.ts`)).href
    )) as Readonly<Record<string, (input: object, context: object) => Promise<{ marks?: readonly string[] }>>>
    const done = await module[name]?.({ value: {}, row: null }, {}).catch(() => ({ marks: [] }))
    for (const mark of done?.marks ?? []) marks.add(mark)
  }
  return of(edits, 'operation').flatMap(({ mark }) =>
    marks.has(mark) ? [] : [`the operation with ${mark} does not run it`],
  )
}
