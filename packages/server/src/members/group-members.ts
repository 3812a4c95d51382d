import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type MemberRows = Pick<Rows<Entities>, 'list' | 'create' | 'delete'>
type Team = Entities['Team']['row']
type Member = Entities['Member']['row']
type User = Entities['DirectoryUser']['row']

/** How many values one statement compares a field with. */
const atOnce = 500

/** Ids of those of a directory who are of a group. Whoever an owner put out of it is not. */
export const groupMembers = async (rows: Pick<MemberRows, 'list'>, teamId: string): Promise<readonly string[]> => {
  const members = await rows.list('Member', { where: { teamId } })
  const people = members.filter((each) => !isEndedByOwner(each)).map(({ personId }) => personId)
  return (await usersBy(rows, 'personId', people)).map(({ id }) => id)
}

/**
 * Has them be of it, once each; whom the directory calls inactive may nothing by it, and whom an owner put out stays out. Gives why nobody does: one is
 * not of this directory, or made the key by which it asks.
 */
export const joinGroup = async (
  { rows, principal }: { readonly rows: MemberRows; readonly principal: { readonly id: string } },
  team: Team,
  join: readonly string[],
): Promise<readonly ['oneself' | 'no-user', string] | null> => {
  const users = await usersBy(rows, 'id', join)
  if (users.length < new Set(join).size) return ['no-user', 'A member is no user of this directory.']
  const members = await membersOf(rows, team.id, users)
  const joining = users.filter(({ personId }) => !members.some((each) => each.personId === personId))
  if (joining.some(({ personId }) => personId === principal.id))
    return ['oneself', 'Whoever made the key of a directory joins no group by it.']
  for (const { personId, isActive } of joining)
    await rows.create('Member', {
      ...{ personId, roleId: team.roleId ?? null, teamId: team.id, through: team.id },
      ...{ isActive, isSuspended: !isActive },
    })
  return null
}

/** Whom an owner put out is still known to be: they do not come back by leaving and joining. */
export const leaveGroup = async (rows: MemberRows, teamId: string, leave: readonly string[]): Promise<void> => {
  const users = await usersBy(rows, 'id', leave)
  for (const member of await membersOf(rows, teamId, users))
    if (!isEndedByOwner(member)) await rows.delete('Member', { id: member.id })
}

const isEndedByOwner = ({ isActive, isSuspended }: Member): boolean => !isActive && !isSuspended

const usersBy = async (
  rows: Pick<MemberRows, 'list'>,
  field: 'id' | 'personId',
  values: readonly string[],
): Promise<readonly User[]> =>
  (
    await Promise.all(
      piecesOf([...new Set(values)]).map((each) => rows.list('DirectoryUser', { where: { [field]: { in: each } } })),
    )
  ).flat()

const membersOf = async (
  rows: Pick<MemberRows, 'list'>,
  teamId: string,
  users: readonly User[],
): Promise<readonly Member[]> =>
  (
    await Promise.all(
      piecesOf(users.map(({ personId }) => personId)).map((people) =>
        rows.list('Member', { where: { teamId, personId: { in: people } } }),
      ),
    )
  ).flat()

const piecesOf = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / atOnce) }, (_, at) => values.slice(at * atOnce, (at + 1) * atOnce))
