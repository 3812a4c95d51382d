import type { RelationModel } from '../call/model.ts'
import { type JsonObject, ownMember } from '../values/json.ts'

/** What rows along a relation have in its `to` fields: the row's own values of the fields `from`. */
export const targetValues = ({ from, to }: RelationModel, row: JsonObject): JsonObject =>
  Object.fromEntries(to.map((field, at) => [field, ownMember(row, from[at] as string) ?? null]))
