import type { Charter } from '@charter/charter'

/** A field or relation, and what it is to be called. */
export interface NameChange {
  readonly entity: string
  readonly from: string
  readonly to: string
}

/** A Cedar condition on rows of `entity` with a member called otherwise wherever a path leads to it. */
export const renamedInCondition = (when: string, entity: string, charter: Charter, renaming: NameChange): string =>
  outsideQuotes(when, (part) =>
    part.replace(/\bresource((?:\.\w+)*)(?:(\s+has\s+)(\w+))?/g, (_, path: string, has?: string, name?: string) => {
      const walk = walker(entity, charter, renaming)
      const steps = path.split('.').slice(1).map(walk)
      return `resource${steps.map((step) => `.${step}`).join('')}${has === undefined || name === undefined ? '' : `${has}${walk(name)}`}`
    }),
  )

/** Relations from `entity` on, joined by points, with a member called otherwise. */
export const renamedInPath = (path: string, entity: string, charter: Charter, renaming: NameChange): string =>
  path
    .split('.')
    .map(walker(entity, charter, renaming))
    .join('.')

/** Whether a condition on rows of `entity` rests on a member. */
export const restsOn = (when: string, entity: string, charter: Charter, member: Omit<NameChange, 'to'>): boolean =>
  renamedInCondition(when, entity, charter, { ...member, to: `${member.from}_` }) !== when

/** Goes from entity to entity along the steps of a path. */
const walker = (start: string, charter: Charter, { entity, from, to }: NameChange) => {
  let at: string | undefined = start
  return (step: string): string => {
    const here = charter.entities.find(({ name }) => name === at)
    const isIt = at === entity && step === from
    at = here?.relations.find(({ name }) => name === step)?.target
    return isIt ? to : step
  }
}

/** A rule of `checks` with a field called otherwise. */
export const renamedInRule = (rule: string, from: string, to: string): string =>
  outsideQuotes(rule, (part) => part.replace(new RegExp(`\\b${from}\\b`, 'g'), to))

const outsideQuotes = (text: string, change: (part: string) => string): string =>
  text
    .split(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
