import { type Charter, membershipModel } from '@charter/charter'
import type { MembershipModel } from '@charter/runtime'
import { alignMembership } from './align.ts'
import { all, any, everyone, type Formula, mapFields } from './formula.ts'
import type { Belonging } from './side.ts'

/** Of before and of after, under the names of after. */
export const belongings = (before: Charter, after: Charter): readonly [Belonging, Belonging] => {
  const was = alignMembership(membershipModel(before), before, after)
  const is = membershipModel(after)
  const isOtherSource = sourceText(was) !== sourceText(is)
  const isOtherRow = JSON.stringify(was?.while) !== JSON.stringify(is?.while)
  const isOther = isOtherSource || isOtherRow || was?.signedIn !== is?.signedIn
  const of = (membership: MembershipModel | undefined): Belonging => ({
    counts: all(
      isOtherSource ? { kind: 'fact', text: sourceText(membership) } : everyone,
      isOtherSource || isOtherRow ? rowCounts(membership) : everyone,
    ),
    signedIn: isOther ? membership?.signedIn : undefined,
  })
  return [of(was), of(is)]
}

const sourceText = (membership: MembershipModel | undefined): string =>
  membership
    ? `a row of ${membership.entity} by ${membership.person} says the role by ${membership.roles.join('.')}`
    : 'a credential says the role'

/** `while`, of the row that says it and not of the one that is seen. */
const rowCounts = (membership: MembershipModel | undefined): Formula =>
  membership?.while
    ? mapFields({ kind: 'holds', when: membership.while }, (path) => [`(${membership.entity})`, ...path])
    : everyone

/**
 * What somebody sees by roles that they hold where they belong, and by the one that is theirs in any case where they do not.
 * `seenBy`: what those see who hold exactly these.
 */
export const seenAsHolder = (
  { counts, signedIn }: Belonging,
  roles: readonly string[],
  seenBy: (roles: readonly string[]) => Formula,
): Formula => {
  const always = signedIn === undefined ? [] : [signedIn]
  const held = [...new Set([...roles, ...always])]
  if (held.length === always.length) return seenBy(always)
  if (counts.kind === 'all' && counts.of.length === 0) return seenBy(held)
  return any(all(seenBy(held), counts), all(seenBy(always), { kind: 'no', of: counts }))
}
