import type { Outline } from './outline.ts'

/** One assumption, or several of one reason about one thing. */
export interface Assumption {
  /** An entity, or `access`. */
  readonly about: string
  readonly sentence: string
}

/** What was assumed, as sentences: what is assumed of one thing for one reason is one sentence. */
export const assumptionsOf = (outline: Pick<Outline, 'provenance'>): readonly Assumption[] => {
  const groups = new Map<string, { about: string; reason: string; names: string[] }>()
  for (const [path, { assumed }] of outline.provenance) {
    if (assumed === undefined) continue
    const steps = path.split('.')
    const isRole = steps[0] === 'access'
    const about = steps[0] ?? ''
    const key = `${about}\0${assumed}`
    const group = groups.get(key) ?? { about, reason: assumed, names: [] }
    const name = isRole ? steps.at(-1) : steps[1] === 'allow' ? `what ${steps[2]} may do` : steps[1]
    if (name !== undefined) group.names.push(name)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ about, reason, names }) => {
    const what =
      about === 'access'
        ? `The role${names.length > 1 ? 's' : ''} ${listed(names)}`
        : names.length > 0
          ? `${about}: ${listed(names)}`
          : about
    return { about, sentence: `${what} (${reason}).` }
  })
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
