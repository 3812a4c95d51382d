import { isObject, type Json } from '@charter/runtime'
import type { MapTree, ScalarTree, Tree } from './tree.ts'

/** Where something stands that a document does not say itself. */
export type Standing = Pick<Tree, 'place' | 'path' | 'range'>

/** A map of what is given. */
export const mapOf = (
  members: readonly (readonly [key: string, value: Tree])[],
  { place, path, range }: Standing,
): MapTree => ({
  kind: 'map',
  place,
  path,
  range,
  entries: members.map(([key, value]) => ({ key, place, start: 0, value })),
})

/** What a document would say, as a tree. */
export const mapTreeOf = (of: Readonly<Record<string, Json>>, at: Standing): MapTree =>
  mapOf(
    Object.entries(of).map(([key, value]) => [key, treeOf(value, { ...at, path: `${at.path}.${key}` })] as const),
    at,
  )

export const treeOf = (of: Json, at: Standing): Tree => {
  if (isObject(of)) return mapTreeOf(of, at)
  if (!Array.isArray(of)) return { kind: 'scalar', ...at, value: of as ScalarTree['value'], source: String(of) }
  return {
    kind: 'list',
    ...at,
    items: of.map((each, index) => treeOf(each, { ...at, path: `${at.path}.${index}` })),
  }
}
