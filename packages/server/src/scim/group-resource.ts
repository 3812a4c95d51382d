import type { Entities } from '../charter.gen.ts'

/** As the charter shows it to a directory. */
export type GroupRow = Pick<Entities['Team']['row'], 'id' | 'name' | 'externalId'>

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** A group as SCIM tells it (RFC 7643 section 4.2). `members`: ids of users; `base`: where the resources of the organisation are. */
export const groupResource = ({ id, name, externalId }: GroupRow, members: readonly string[], base: string) => ({
  schemas: [groupSchema],
  id,
  ...(externalId != null && { externalId }),
  displayName: name,
  members: members.map((value) => ({ value, type: 'User', $ref: `${base}/Users/${value}` })),
  meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
})
