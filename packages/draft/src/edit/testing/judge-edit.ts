import { readFileSync } from 'node:fs'
import { checkCharter, type Diagnostic, parseCharter } from '@charter/charter'
import { parse } from 'yaml'
import { editCharter } from '../edit-charter.ts'
import { isMembers, type Members, type Value } from '../flow-text.ts'
import { membersOfText } from './members-of-text.ts'

/** One thing that people say, and what must come of it. */
export interface EditCase {
  /** The charter it is said of: `clinic`, or one of `charters/`. */
  readonly on: string
  readonly say: string
  /** What there must be afterwards, by path: parts of the options, a list where any of several will do, or `gone`. */
  readonly becomes?: Members
  /** Another outcome that is as good. */
  readonly or?: Members
  /** Entities or members that may come with it. */
  readonly mayAdd?: readonly string[]
  /** Nothing may change, and that must be said: by `true` always, by `too` as well as the outcome. */
  readonly asked?: true | 'too'
}

/** `right` and `refused` are as they should be; `missed` says that it was not understood; `wrong` did something else. */
export type Verdict = 'right' | 'refused' | 'missed' | 'wrong'

const textOf = (url: string): string => readFileSync(new URL(url, import.meta.url), 'utf8')
const texts = new Map(
  [
    ['clinic', '../../../../charter/examples/clinic.yaml'],
    ['gym', './charters/gym.yaml'],
    ['office', './charters/office.yaml'],
  ].map(([name = '', url = '']) => [name, textOf(url)]),
)

/** The cases of one file of `edits/`. */
export const casesIn = (name: string): readonly EditCase[] => parse(textOf(`./edits/${name}.yaml`))

const checked = new Map<string, readonly Diagnostic[]>()

/** A charter as given is judged once for all its cases. */
const check = (files: Readonly<Record<string, string>>): readonly Diagnostic[] => {
  const text = files['charter.yaml'] ?? ''
  const known = checked.get(text) ?? findingsIn(files)
  checked.set(text, known)
  return known
}

const findingsIn = (files: Readonly<Record<string, string>>): readonly Diagnostic[] => {
  const { charter, diagnostics } = parseCharter(files)
  const named = (name: string) => ({ name, check: () => [] })
  const context = {
    styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map(named),
    connectors: [{ ...named('sqlite'), accepts: () => false }],
  }
  return charter ? [...diagnostics, ...checkCharter(charter, context)] : diagnostics
}

/** What came of a case, and for people each path that changed otherwise than it should. */
export const judgeEdit = (one: EditCase): { readonly verdict: Verdict; readonly about: readonly string[] } => {
  const text = texts.get(one.on) ?? ''
  const { files, steps, questions, notUnderstood, findings } = editCharter(one.say, { 'charter.yaml': text }, { check })
  const after = membersOfText(files['charter.yaml'] ?? '')
  const before = membersOfText(text)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)),
  )
  const said = [
    ...notUnderstood.map(({ hint }) => hint),
    ...questions.map(({ sentence }) => sentence),
    ...findings.map(({ message }) => message),
  ]
  const isSaid = said.length > 0
  if (changed.length === 0) {
    if (one.becomes && Object.keys(one.becomes).length === 0 && steps.length > 0) return { verdict: 'right', about: [] }
    if (!isSaid) return { verdict: one.becomes ? 'missed' : 'wrong', about: steps.map(({ did }) => did) }
    return { verdict: one.asked ? 'refused' : 'missed', about: said }
  }
  const outcomes = [one.becomes, one.or].flatMap((wanted) =>
    wanted ? [compare({ wanted, mayAdd: one.mayAdd ?? [], before, after, changed })] : [],
  )
  if (outcomes.some(({ off, lacking }) => off.length + lacking.length === 0)) return { verdict: 'right', about: [] }
  const [first] = outcomes
  const off = first ? first.off : changed.map((path) => `${path}: ${JSON.stringify(after.get(path) ?? 'gone')}`)
  const verdict = first !== undefined && first.off.length === 0 && isSaid ? 'missed' : 'wrong'
  return { verdict, about: [...off, ...(first?.lacking ?? []), ...said] }
}

interface Compared {
  readonly wanted: Members
  readonly mayAdd: readonly string[]
  readonly before: ReadonlyMap<string, Value>
  readonly after: ReadonlyMap<string, Value>
  readonly changed: readonly string[]
}

/** Paths that changed otherwise than wanted, and wanted ones that did not change. */
const compare = (compared: Compared): { readonly off: readonly string[]; readonly lacking: readonly string[] } => {
  const { wanted, after, changed } = compared
  const met = (path: string, value: Value): boolean =>
    path.endsWith('.*')
      ? changed.some((each) => each.startsWith(path.slice(0, -1)) && matches(after.get(each), value))
      : matches(after.get(path), value)
  const lacking = Object.entries(wanted)
    .filter(([path, value]) => !met(path, value))
    .map(([path]) => path)
  const off = changed.filter((path) =>
    Object.hasOwn(wanted, path) ? lacking.includes(path) : !follows(path, compared),
  )
  const shown = (path: string) => `${path}: ${JSON.stringify(after.get(path) ?? 'gone')}`
  return { off: off.map(shown), lacking: lacking.map((path) => `lacks ${path}`) }
}

/** Whether a change comes with a wanted one: parts of a new or gone entity, what names what is gone, the other side. */
const follows = (path: string, { wanted, mayAdd, before, after }: Compared): boolean => {
  const paths = Object.keys(wanted)
  const [entity = ''] = path.split('.')
  const gone = paths.filter((each) => wanted[each] === 'gone').map((each) => each.split('.').at(-1) ?? '')
  const was = JSON.stringify([path, before.get(path)])
  const ends = paths.flatMap((each) => (each.includes('.relations.') ? [each.split('.')[0]] : []))
  const many = after.get(path)
  return (
    [...paths, ...mayAdd].some((each) => each === path || (each === entity && !each.includes('.'))) ||
    paths.some((each) => each.endsWith('.*') && path.startsWith(each.slice(0, -1))) ||
    (gone.length > 0 && paths.some((each) => each.startsWith('roles.') && path.endsWith(`.allow.${each.slice(6)}`))) ||
    (before.has(path) && gone.some((name) => new RegExp(`\\b${name}(?:Id|s)?\\b`, 'i').test(was))) ||
    (isMembers(many) && !before.has(path) && ends.some((end) => many.many === end)) ||
    (path.startsWith('principal.') && !before.has(path) && JSON.stringify(wanted).includes('"when"'))
  )
}

/** Whether a value has what is wanted of it: a list any one of whose items will do, null for what must not be there. */
const matches = (value: Value | undefined, wanted: Value): boolean => {
  if (wanted === 'gone' || wanted === null) return value === undefined
  if (isMembers(wanted))
    return isMembers(value) && Object.entries(wanted).every(([name, each]) => partMatches(name, value[name], each))
  return JSON.stringify(value) === JSON.stringify(wanted)
}

const partMatches = (name: string, value: Value | undefined, wanted: Value): boolean => {
  const isSet = name === 'do' || name === 'reveal'
  if (isSet && Array.isArray(wanted))
    return JSON.stringify([...listOf(value)].sort()) === JSON.stringify([...wanted].sort())
  if (name !== 'values' && Array.isArray(wanted)) return wanted.some((each) => partMatches(name, value, each))
  if (typeof wanted === 'string' && wanted.startsWith('~')) return String(value).includes(wanted.slice(1))
  if (name === 'rule' && typeof wanted === 'string') return String(value).includes(wanted)
  return matches(value, wanted)
}

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])

/** Choices of the questions that a case asks that would not be understood in their turn. */
export const choicesNotUnderstood = ({ on, say }: EditCase): readonly string[] => {
  const files = { 'charter.yaml': texts.get(on) ?? '' }
  const first = editCharter(say, files, { check })
  return first.questions.flatMap(({ choices, replaces }) =>
    choices.filter((choice) => {
      const then = editCharter(replaces === undefined ? `${say}. ${choice}` : choice, files, { check })
      const isAskedAgain = then.questions.some((question) => question.replaces === choice)
      return isAskedAgain || then.notUnderstood.length > (replaces === undefined ? first.notUnderstood.length : 0)
    }),
  )
}
