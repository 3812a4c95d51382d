import type { ValueOutcome } from '../call/call.ts'
import type { RouteModel } from '../call/model.ts'
import type { Execution } from './call-engine.ts'
import { callerReads } from './caller-rows.ts'
import { operationReads } from './operation.ts'
import { failing } from './operation-failed.ts'
import { readingContext } from './own-context.ts'
import { readInput } from './read-input.ts'
import { runRoute } from './run-route.ts'

/** A route that only reads: without a transaction, so it waits for no writer, and its code has nothing that writes. */
export const readRoute = async (working: Execution, route: RouteModel): Promise<ValueOutcome> => {
  const { executing, principal, notes } = working
  const value = readInput(working, route)
  const shown = new Set<string>()
  const onShown = (path: string) => shown.add(path)
  const { store } = executing
  const rows =
    route.rights === 'service' ? operationReads(store, principal, onShown) : callerReads(working, store, onShown)
  const answer = await runRoute(working, route, value, (refuse) =>
    readingContext(working, { rows: { ...rows, ...noWrites }, fail: failing(route), refuse }),
  )
  // Its answer may hold whatever it was given: all of that is on record as shown.
  notes.fields = [...shown]
  return { kind: 'value', value: answer }
}

/** Types say that there is none of it; code without types is told. */
const refused = (): never => {
  throw new Error('a route that is asked by GET only reads: rows are written by post, put, patch or delete')
}

const noWrites = { create: refused, update: refused, delete: refused }
