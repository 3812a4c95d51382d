import type { Json, JsonObject } from '@charter/runtime'
import type { OperationBody } from '@charter/runtime/service'

/** A tree with what is below each word the other way round. */
export const turnTree: OperationBody = async ({ value }) => turned(value.tree as JsonObject)

const turned = ({ word, below }: JsonObject): JsonObject => {
  const trees = (below ?? null) as readonly JsonObject[] | null
  return { word: word as Json, below: trees?.map(turned).toReversed() ?? null }
}
