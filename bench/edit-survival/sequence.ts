import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomOf } from '../../conformance/access/random.ts'
import { type Api, apiEdits, firstApi, settled } from './api.ts'
import { type CodeEdit, followed, isThere, type MakeEdit } from './code-edits.ts'
import type { Contender } from './contender.ts'

/** What became of one sequence. */
export interface Survival {
  readonly seed: number
  /** What was done, in order: the way to see it again. */
  readonly steps: readonly string[]
  readonly edits: readonly CodeEdit[]
  /** Edits that are gone, by what was done when they went. */
  readonly lost: readonly string[]
  /** Files left to a person because both sides changed the same lines. */
  readonly conflicts: readonly string[]
  readonly api: Api
}

export interface SequenceOptions {
  readonly seed: number
  readonly steps: number
  readonly makes: Readonly<Record<string, MakeEdit>>
}

/**
 * A day's work, drawn: changes of the API, each generated into the folder, among changes that a person makes to the code there.
 * Files of which nothing is needed any more are deleted by the person who is told of them.
 */
export const playSequence = async (
  contender: Contender,
  folder: string,
  { seed, steps: count, makes }: SequenceOptions,
): Promise<Survival> => {
  const random = randomOf(seed)
  const steps: string[] = []
  const lost: string[] = []
  const conflicts: string[] = []
  let edits: readonly CodeEdit[] = []
  let api = firstApi
  await contender.generate(folder, api)
  for (let step = 0; step < count; step++) {
    if (random.int(2) === 0) {
      const kind = random.pick(Object.keys(makes))
      const edit = makes[kind]?.(folder, `mine-${seed}-${step}`, random)
      if (!edit) continue
      steps.push(`${edit.mark}: ${kind}, in ${edit.file}`)
      const at = edit.kind === 'moved file' ? movedFrom(edit) : null
      edits = [...edits.map((each) => (each.file === at ? { ...each, file: edit.file } : each)), edit]
      continue
    }
    const kind = random.pick(Object.keys(apiEdits))
    const next = apiEdits[kind]?.(api, random, step)
    if (!next) continue
    steps.push(kind)
    const generated = await contender.generate(folder, next)
    api = settled(next)
    edits = followed(edits, generated.moved)
    conflicts.push(...generated.conflicts.map((path) => `${kind}: ${path}`))
    for (const path of generated.orphaned) rmSync(join(folder, path), { force: true })
    edits = edits.filter(({ file }) => !generated.orphaned.includes(file))
    for (const edit of edits)
      if (!isThere(folder, edit)) lost.push(`${edit.mark} (${edit.kind} in ${edit.file}), when ${kind}`)
    edits = edits.filter((edit) => isThere(folder, edit))
  }
  return { seed, steps, edits, lost, conflicts, api }
}

const movedFrom = ({ file, mark }: CodeEdit): string => file.replace(`${mark}-`, '')
