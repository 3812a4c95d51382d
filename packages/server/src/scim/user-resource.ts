import type { Entities } from '../charter.gen.ts'

/** As the charter shows it to a directory. */
export type UserRow = Pick<
  Entities['DirectoryUser']['row'],
  | 'id'
  | 'personId'
  | 'userName'
  | 'externalId'
  | 'email'
  | 'displayName'
  | 'givenName'
  | 'familyName'
  | 'isActive'
  | 'madeAt'
>

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** A user as SCIM tells it (RFC 7643 section 4.1). `base`: where the resources of the organisation are. */
export const userResource = (row: UserRow, base: string) => ({
  schemas: [userSchema],
  id: row.id,
  ...(row.externalId != null && { externalId: row.externalId }),
  userName: row.userName,
  ...((row.givenName != null || row.familyName != null) && {
    name: {
      ...(row.givenName != null && { givenName: row.givenName }),
      ...(row.familyName != null && { familyName: row.familyName }),
    },
  }),
  ...(row.displayName != null && { displayName: row.displayName }),
  active: row.isActive,
  ...(row.email != null && { emails: [{ value: row.email, type: 'work', primary: true }] }),
  meta: { resourceType: 'User', created: row.madeAt, location: `${base}/Users/${row.id}` },
})
