import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { didYouMean } from '@charter/charter'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type { Scenario } from './scenario.ts'
import { knownMembers, scenariosSchema } from './scenario-schema.ts'
import { unsavedIn } from './unsaved.ts'

/** Thrown where scenarios have mistakes: a line of the message for each, with file, line, scenario and step. */
export class ScenariosRefused extends Error {
  override readonly name = 'ScenariosRefused'
}

/** Thrown where there are no scenarios to read. */
export class NoScenarios extends Error {
  override readonly name = 'NoScenarios'
}

export interface ReadScenarios {
  readonly scenarios: readonly Scenario[]
  /** Where a step stands, from 1: `orders.yaml:12`; 0: the scenario. */
  placeOf(id: string, step: number): string
}

const bytesMax = 2 ** 20
const mistakesMax = 100

/**
 * The scenarios of a file, or of every `.yaml` of a folder. `cites` is none, `rows` `none` and `writes` true unless said. Rejects with
 * NoScenarios, or with every mistake at once as a ScenariosRefused; `roles`, where given, are those that a step may be `as`.
 */
export const readScenarios = async (path: string, roles?: readonly string[]): Promise<ReadScenarios> => {
  const read: FileRead[] = []
  for (const file of await filesAt(path)) read.push(parseScenarios(await textOf(file), file, roles))
  const mistakes = [...read.flatMap((each) => each.mistakes), ...named(read)]
  if (mistakes.length > 0)
    throw new ScenariosRefused(
      `${mistakes.slice(0, mistakesMax).join('\n')}\n${mistakes.length > mistakesMax ? `And ${mistakes.length - mistakesMax} more. ` : ''}Mend them and run the same command again.`,
    )
  const places = new Map(read.flatMap((each) => each.places))
  const scenarios = read.flatMap((each) => each.scenarios)
  if (scenarios.length === 0) throw new NoScenarios(`There are no scenarios in "${path}".`)
  return { scenarios, placeOf: (id, step) => places.get(id)?.[step] ?? path }
}

const filesAt = async (path: string): Promise<readonly string[]> => {
  const found = await stat(path).catch(() => null)
  if (!found) throw new NoScenarios(`There is no file or folder "${path}" with scenarios.`)
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort()
  return names.map((name) => join(path, name))
}

const textOf = async (file: string): Promise<string> => {
  const found = await stat(file)
  if (!found.isFile()) throw new NoScenarios(`"${file}" is no file.`)
  if (found.size > bytesMax) throw new NoScenarios(`"${file}" has more than ${bytesMax} bytes. Divide it.`)
  return readFile(file, 'utf8')
}

interface FileRead {
  readonly scenarios: readonly Scenario[]
  readonly mistakes: readonly string[]
  /** Of each scenario its id, and where it stands and then where each of its steps does. */
  readonly places: readonly (readonly [id: string, places: readonly string[]])[]
}

type Path = readonly PropertyKey[]

const parseScenarios = (text: string, file: string, roles?: readonly string[]): FileRead => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const at = (path: Path): string => `${file}:${lineOf(document, path, lines)}`
  const [broken] = document.errors
  if (broken) return failed([`${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message.split(' at line')[0]}.`])
  const given = plainOf(document)
  if (given instanceof Error) return failed([`${file}: ${given.message}.`])
  const parsed = scenariosSchema.safeParse(given)
  if (!parsed.success) return failed(parsed.error.issues.flatMap((issue) => sentencesOf(issue, given, at)))
  // The schema is the type's, but for what only scenarios of ours say, and optional members that zod makes wider by undefined.
  const scenarios = parsed.data as unknown as readonly Scenario[]
  const mistakes = scenarios.flatMap((scenario, index) => stepMistakes(scenario, index, roles, at))
  const places = scenarios.map(
    ({ id, steps }, index) => [id, [at([index]), ...steps.map((_, step) => at([index, 'steps', step]))]] as const,
  )
  return { scenarios, mistakes, places }
}

/** Aliases are followed only now: one may lead nowhere, or to too much. */
const plainOf = (document: Document): unknown => {
  try {
    return document.toJS()
  } catch (error) {
    if (error instanceof ReferenceError) return error
    throw error
  }
}

const failed = (mistakes: readonly string[]): FileRead => ({ scenarios: [], mistakes, places: [] })

/** Of what a path leads to, or of the nearest above it that is there. */
const lineOf = (document: Document, path: Path, lines: LineCounter): number => {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

interface Issue {
  readonly path: Path
  readonly message: string
  readonly keys?: readonly string[]
}

const sentencesOf = (issue: Issue, given: unknown, at: (path: Path) => string): readonly string[] => {
  const { path, message, keys } = issue
  const where = `${at(path)}: ${nameOf(given, path)}`
  const within = path.slice(path[1] === 'steps' ? 3 : 1).map(String)
  if (!keys) return [`${where}${within.length > 0 ? `"${within.join('.')}": ` : ''}${message}`]
  return keys.map((key) => {
    const place = at([...path, key])
    const hint = didYouMean(key, knownMembers)
    const inside = within.length > 0 ? ` in ${within.join('.')}` : ''
    return `${place}: ${nameOf(given, path)}there is no "${key}"${inside}.${hint === undefined ? '' : ` ${hint}`}`
  })
}

/** `own.refund, step 2: ` */
const nameOf = (given: unknown, [index, steps, step]: Path): string => {
  if (typeof index !== 'number' || !Array.isArray(given)) return ''
  const scenario = given[index] as { readonly id?: unknown } | null
  const id = typeof scenario?.id === 'string' ? scenario.id : `scenario ${index + 1}`
  return steps === 'steps' && typeof step === 'number' ? `${id}, step ${step + 1}: ` : `${id}: `
}

const stepMistakes = (
  scenario: Scenario,
  index: number,
  roles: readonly string[] | undefined,
  at: (path: Path) => string,
): readonly string[] => {
  const unsaved = unsavedIn(scenario, (step) => step)
  const say = (step: number, why: string): string =>
    `${at([index, 'steps', step - 1])}: ${scenario.id}, step ${step}: ${why}`
  const unknown = scenario.steps.flatMap(({ as }, step) => {
    const role = /^[^#/]+/.exec(as ?? '')?.[0]
    if (!roles || role === undefined || roles.includes(role)) return []
    return [say(step + 1, `there is no role "${role}". One of: ${roles.join(', ')}; null is nobody.`)]
  })
  return [
    ...(unsaved ? [say(unsaved.step, `no step before it saves {{${unsaved.name}}}. Save it, or mend the name.`)] : []),
    ...unknown,
  ]
}

/** A report names scenarios by their id. */
const named = (read: readonly FileRead[]): readonly string[] => {
  const seen = new Map<string, string>()
  return read
    .flatMap(({ places }) => places)
    .flatMap(([id, [place = '']]) => {
      const before = seen.get(id)
      seen.set(id, before ?? place)
      return before === undefined
        ? []
        : [`${place}: ${id}: there is another scenario of this id at ${before}. Give each its own.`]
    })
}
