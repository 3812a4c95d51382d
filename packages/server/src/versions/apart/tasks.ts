import { changesBetween } from '../changes.ts'
import { checkText } from '../check-text.ts'
import { editText } from '../edit-text.ts'
import { generate } from '../generate.ts'

/** What is done with texts of charters, and takes long where they are long: plain values go in and come out. */
export const tasks = { checkText, changesBetween, editText, generate }

export type Tasks = typeof tasks

export interface Task {
  readonly name: keyof Tasks
  readonly input: readonly unknown[]
}

/** One whose input is what it takes. */
export interface TaskOf<Name extends keyof Tasks> extends Task {
  readonly name: Name
  readonly input: Parameters<Tasks[Name]>
}

/** What a thread says: what came out, or of a charter that is not sound what it lacks. */
export type Done = { readonly output: unknown } | { readonly refused: readonly unknown[] }
