import type { Entities } from '../charter.gen.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** What goes on past the call that started it. */
export interface Run {
  readonly id: string
  readonly state: string
  readonly problem: { readonly detail: string | null } | null
}

const underWay: ReadonlySet<string> = new Set(['queued', 'running', 'cancelling', 'approved', 'rolling'])

/** Whether more comes of itself, of a run or a deployment in this state. */
export const isUnderWay = (state: string): boolean => underWay.has(state)

const lookMs = 200

/** The row at a path, once nothing more comes of itself. `onLook` is told of it each time that it is looked at. */
export const ended = async <Body extends { readonly state: string }>(
  calls: PlatformCalls,
  path: string,
  onLook: (row: Body) => void = () => {},
): Promise<Body> => {
  for (;;) {
    const row = await calls<Body>(`GET ${path}`)
    onLook(row)
    if (!isUnderWay(row.state)) return row
    await new Promise((done) => setTimeout(done, lookMs))
  }
}

/** Why a deployment does not answer, and what it said last, for who may read that. */
export const whyNot = async (
  calls: PlatformCalls,
  { id, state, failure, lastWords }: Pick<Entities['Deployment']['row'], 'id' | 'state' | 'failure' | 'lastWords'>,
): Promise<string> => {
  if (failure) return failure
  const { items } = await calls<{ readonly items: readonly (Run & { readonly on: { readonly id: string } | null })[] }>(
    'GET roll-out-jobs?sort=-queuedAt&limit=20',
  )
  const why = items.find(({ on }) => on?.id === id)?.problem?.detail ?? `Deployment ${id} is ${state}.`
  return lastWords ? `${why} It said last:\n${lastWords}` : why
}
