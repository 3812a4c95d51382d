import type { Scenario, Step } from './scenario.ts'

/** What is known without a step that saved it. */
const given = /^(?:run|style|token|authority|behind|credential|credential64|port|page|claim_\w+)$/

export interface Unsaved {
  /** From 1. */
  readonly step: number
  readonly name: string
}

/** The first `{{name}}` of these parts of steps that no step before has saved; null where there is none. */
export const unsavedIn = ({ steps }: Pick<Scenario, 'steps'>, partsOf: (step: Step) => unknown): Unsaved | null => {
  const saved = new Set<string>()
  for (const [at, step] of steps.entries()) {
    const names = [...JSON.stringify(partsOf(step)).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    const name = names.find((each) => !given.test(each) && !saved.has(each))
    if (name !== undefined) return { step: at + 1, name }
    for (const each of Object.keys(step.save ?? {})) saved.add(each)
  }
  return null
}
