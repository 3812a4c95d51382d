import type { Problem, ProblemCode } from '@charter/runtime'
import { statusOf } from '@charter/runtime/http'

/** RFC 7644 section 3.12, table 9: those that are told here. */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'noTarget' | 'uniqueness'

/** What a directory sent wrongly; the message says what, for whoever looks after it. */
export class ScimError extends Error {
  override readonly name = 'ScimError'
  readonly scimType: ScimType
  constructor(scimType: ScimType, detail: string) {
    super(detail)
    this.scimType = scimType
  }
}

/** An error as SCIM tells it (RFC 7644 section 3.12). */
export interface ScimErrorDocument {
  readonly schemas: readonly [string]
  readonly status: string
  readonly scimType?: ScimType
  readonly detail: string
}

export const errorDocument = (status: number, detail: string, scimType?: ScimType): ScimErrorDocument => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
})

/** A problem of the platform's own charter, as SCIM tells it. */
export const problemAsScim = (of: Problem): ScimErrorDocument => {
  if (of.reason === 'oneself') return errorDocument(403, of.detail)
  if (of.reason === 'no-user') return errorDocument(400, of.detail, 'invalidValue')
  const told = of.errors?.[0] ? `${of.errors[0].path} ${of.errors[0].message}` : of.detail
  const [status, scimType] = spelled[of.code] ?? [statusOf[of.code]]
  return errorDocument(status, told, scimType)
}

const spelled: Partial<Readonly<Record<ProblemCode, readonly [number, ScimType]>>> = {
  conflict: [409, 'uniqueness'],
  'invalid-input': [400, 'invalidValue'],
  malformed: [400, 'invalidSyntax'],
}
