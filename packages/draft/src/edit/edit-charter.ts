import { type Diagnostic, parseCharter } from '@charter/charter'
import { clausesIn } from './clauses.ts'
import type { Command } from './command.ts'
import { grantOrDeny } from './commands/access.ts'
import { addEntity } from './commands/add-entity.ts'
import { addFields } from './commands/add-fields.ts'
import { addOperation } from './commands/add-operation.ts'
import { addRole } from './commands/add-role.ts'
import { bounds } from './commands/bounds.ts'
import { cardinality } from './commands/cardinality.ts'
import { changeType } from './commands/change-type.ts'
import { checks } from './commands/checks.ts'
import { connect } from './commands/connect.ts'
import { constrain } from './commands/constrain.ts'
import { disconnect } from './commands/disconnect.ts'
import { keep } from './commands/keep.ts'
import { keptField, visibleTo } from './commands/kept-field.ts'
import { changeLimits } from './commands/limits.ts'
import { merge } from './commands/merge.ts'
import { namedRelation } from './commands/named-relation.ts'
import { ownRows } from './commands/own-rows.ts'
import { protect } from './commands/protect.ts'
import { remove } from './commands/remove.ts'
import { rename } from './commands/rename.ts'
import { retention } from './commands/retention.ts'
import { serves } from './commands/serves.ts'
import { split } from './commands/split.ts'
import { states } from './commands/states.ts'
import { values } from './commands/values.ts'
import { Desk, Unclear } from './desk.ts'
import type { Clause, Edit } from './edit.ts'
import { Sheet } from './sheet.ts'

export interface EditOptions {
  /** All findings of the edited files; default: what reading them finds. */
  readonly check?: (files: Readonly<Record<string, string>>) => readonly Diagnostic[]
}

/** In the order they are tried: what is said more narrowly goes first. */
const commands: readonly Command[] = [
  keptField,
  serves,
  retention,
  keep,
  changeLimits,
  rename,
  split,
  merge,
  disconnect,
  connect,
  namedRelation,
  ownRows,
  addRole,
  addOperation,
  checks,
  states,
  cardinality,
  values,
  changeType,
  bounds,
  constrain,
  protect,
  grantOrDeny,
  visibleTo,
  remove,
  addFields,
  addEntity,
]

/**
 * A charter changed by words, by rules alone: no model, no I/O, the same each time. Only lines that the words concern
 * change. What is ambiguous is a question, what is not understood is said; neither is guessed. An edit after which the
 * charter has errors that it had not is refused whole: `files` are then as given, and `findings` say why.
 */
export const editCharter = (
  words: string,
  files: Readonly<Record<string, string>>,
  options: EditOptions = {},
): Edit => {
  const check = options.check ?? ((edited) => parseCharter(edited).diagnostics)
  const before = check(files)
  const sheet = new Sheet(files)
  if (sheet.parsed.partial === null || sheet.parsed.charter === null) return refused(files, before)
  const desk = new Desk(sheet)
  for (const clause of clausesIn(words.slice(0, wordsMax))) perform(clause, desk)
  const findings = newIn(check(desk.sheet.files), before)
  const isRefused = findings.some(({ severity }) => severity === 'error')
  return {
    files: isRefused ? files : desk.sheet.files,
    steps: desk.steps,
    notUnderstood: desk.notUnderstood,
    questions: desk.questions,
    provenance: Object.fromEntries(desk.provenance),
    moved: Object.fromEntries(desk.moved),
    findings,
    isRefused,
  }
}

const wordsMax = 16_384

const refused = (files: Edit['files'], findings: readonly Diagnostic[]): Edit => ({
  files,
  steps: [],
  notUnderstood: [],
  questions: [],
  provenance: {},
  moved: {},
  findings,
  isRefused: true,
})

/** One clause wholly or not at all: what cannot be done is undone, and told. */
const perform = (clause: Clause, desk: Desk): void => {
  const mark = desk.mark()
  try {
    if (commands.some((command) => command.run(clause, desk))) return
    desk.speakOf()
    desk.notUnderstood.push({
      text: clause.text,
      offset: clause.offset,
      hint: `Say it like ${examplesFor(clause.text)}.`,
    })
  } catch (unclear) {
    if (!(unclear instanceof Unclear)) throw unclear
    desk.undo(mark)
    // What was spoken of last is what was not understood: `it` is nothing that can be told.
    desk.speakOf()
    if (unclear.question) desk.questions.push({ ...unclear.question, replaces: clause.text })
    else desk.notUnderstood.push({ text: clause.text, offset: clause.offset, hint: unclear.message })
  }
}

/** The examples that share a word with what was said, else the most usual. */
const examplesFor = (text: string): string => {
  const words = new Set(text.toLowerCase().split(/\W+/))
  const near = commands.filter(
    ({ example }) => /^(?!the\b|each\b)\w{3}/.test(example) && words.has(example.split(' ')[0]?.toLowerCase() ?? ''),
  )
  const shown = near.length > 0 ? near : [addFields, rename, grantOrDeny]
  return shown
    .slice(0, 3)
    .map(({ example }) => `"${example}"`)
    .join(', ')
}

const newIn = (after: readonly Diagnostic[], before: readonly Diagnostic[]): readonly Diagnostic[] => {
  const known = new Set(before.map(keyOf))
  return after.filter((finding) => !known.has(keyOf(finding)))
}

const keyOf = ({ code, message, path }: Diagnostic): string => JSON.stringify([code, message, path])
