import type { Route } from '@charter/charter'
import { additive, breaking, type Found } from './found.ts'
import { memberBreaks } from './member.ts'

/** What clients of a route of the charter's own notice beside its address. */
export const ownRouteBreaks = (before: Route, after: Route | undefined): readonly Found[] => {
  if (!after) return []
  const about = after.name
  const body = ({ input }: Route) => input.find(({ name }) => name === 'body')
  const [sent, taken] = [body(before), body(after)]
  const gone = before.answers.filter((type) => !after.answers.includes(type))
  const [usual] = before.answers
  return [
    ...partBreaks(about, before.params, after.params),
    ...partBreaks(about, before.query, after.query),
    ...(sent && taken ? memberBreaks(`${about}.body`, sent, taken, 'input') : []),
    ...when(!sent && taken, breaking(about, 'It takes a body, which has to be sent.')),
    ...when(sent && !taken, breaking(about, 'It takes no body any more.')),
    ...when(
      before.body && after.body && before.body.type !== after.body.type,
      breaking(about, `Its body is ${after.body?.type} and no longer ${before.body?.type}.`),
    ),
    ...when(
      before.body && after.body && after.body.bytesMax < before.body.bytesMax,
      breaking(about, `Its body has at most ${after.body?.bytesMax} bytes, and no longer ${before.body?.bytesMax}.`),
    ),
    ...gone.map((type) => breaking(about, `It answers no ${type} any more.`)),
    ...when(
      gone.length === 0 && usual !== after.answers[0],
      breaking(about, `It answers ${after.answers[0]} where nothing else is asked for, and no longer ${usual}.`),
    ),
    ...when(before.isOpen && !after.isOpen, breaking(about, 'Who calls it has to sign in.')),
    ...when(!before.isOpen && after.isOpen, additive(about, 'Anybody may call it: nobody has to sign in.')),
    ...when(
      before.rights !== after.rights && after.rights === 'caller',
      breaking(about, 'Its body has the rights of its caller, and may be refused.'),
    ),
    ...when(
      before.rights !== after.rights && after.rights === 'service',
      additive(about, 'Its body has the rights of the service: what it reads and writes, no rule is asked of.'),
    ),
  ]
}

const when = (holds: unknown, found: Found): readonly Found[] => (holds ? [found] : [])

const partBreaks = (route: string, before: Route['query'], after: Route['query']): readonly Found[] => [
  ...before.flatMap((member) => {
    const now = after.find(({ name }) => name === member.name)
    const about = `${route}.${member.name}`
    return now ? memberBreaks(about, member, now, 'input') : [breaking(about, `${member.name} is taken no more.`)]
  }),
  ...after
    .filter(({ name, isOptional, default: fallback }) => {
      return !isOptional && !fallback && !before.some((each) => each.name === name)
    })
    .map(({ name }) => breaking(`${route}.${name}`, `${name} is new and must be given.`)),
]
