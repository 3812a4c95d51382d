import { inProcessTarget, runServed, scenariosFor, seedRows } from '@charter/project'
import type { Derived } from '@charter/service'

/** What did not hold of a charter's own scenarios, in process, in every style: a line each. */
export const serveAll = async (derived: Derived): Promise<readonly string[]> => {
  const examples = seedRows(derived.model)
  const bugs: string[] = []
  const onBug = (error: unknown) => void bugs.push(`bug: ${error instanceof Error ? error.stack : String(error)}`)
  const target = await inProcessTarget(derived, examples, { onBug })
  const asked = runServed(target, derived, scenariosFor(derived, examples), { writes: true })
  const { failed } = await asked.finally(() => target.close())
  return [...bugs, ...failed.map(({ id, ...of }) => `${id}: ${JSON.stringify(of).slice(0, 400)}`)]
}
