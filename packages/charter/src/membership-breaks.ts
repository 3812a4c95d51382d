import type { Charter, Membership } from './charter.ts'
import type { Break } from './style.ts'

/** Who says what roles a caller has is seen by every caller: one sentence for each thing that is another. */
export const membershipBreaks = (before: Charter, after: Charter): readonly Break[] => {
  const [was, is] = [before.access.membership, after.access.membership]
  return sentencesOn(before, after, was, is).map((sentence) => ({ about: 'access', sentence, severity: 'breaking' }))
}

const sentencesOn = (
  before: Charter,
  after: Charter,
  was: Membership | undefined,
  is: Membership | undefined,
): readonly string[] => {
  if (!was && !is) return []
  if (!is)
    return ['Callers have the roles and the tenant that their credentials say; rows say nothing of them any more.']
  if (!was)
    return [
      `Callers have the roles that rows of ${is.entity} say (\`${is.roles.join('.')}\`); those of a token count for nothing, and of several organisations one is chosen (\`Charter-Organisation\`).`,
      ...signedInSentences(undefined, is.signedIn),
    ]
  const [from, to] = [sourceOf(before, was), sourceOf(after, is)]
  return [
    ...(from === to ? [] : [`Which rows say what roles a caller has is another: ${to}; it was ${from}.`]),
    ...(was.while === is.while ? [] : [whileSentence(was, is)]),
    ...signedInSentences(was.signedIn, is.signedIn),
  ]
}

const sourceOf = ({ entities }: Charter, { entity, roles }: Membership): string => {
  const person = entities.find(({ name }) => name === entity)?.person
  return `${entity}${person === undefined ? '' : ` of \`${person}\``}, by \`${roles.join('.')}\``
}

const whileSentence = (was: Membership, is: Membership): string => {
  if (is.while === undefined)
    return `Every row of ${is.entity} makes a member; it was those with \`while: ${was.while}\` alone.`
  const before = was.while === undefined ? 'every row' : `\`while: ${was.while}\``
  return `A row of ${is.entity} makes a member \`while: ${is.while}\`; it was ${before}.`
}

const signedInSentences = (was: string | undefined, is: string | undefined): readonly string[] => {
  if (was === is) return []
  const [before, after] = [was, is].map((role) => (role === undefined ? 'no role of its own' : `\`${role}\``))
  return [`Whoever is signed in has ${after} (\`signedIn\`); it was ${before}.`]
}
