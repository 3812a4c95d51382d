import type { FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'

/**
 * Levels of the deepest selection; what is asked of the schema itself does not count, graphql-js bounds it. A fragment is
 * looked at once, however often it is spread.
 */
export const depthOf = (
  operations: readonly OperationDefinitionNode[],
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number => {
  const known = new Map<string, number>()
  const ofFragment = (name: string): number => {
    const depth = known.get(name)
    if (depth !== undefined) return depth
    const fragment = fragments[name]
    const found = fragment ? ofSelections(fragment.selectionSet) : 0
    known.set(name, found)
    return found
  }
  const ofSelections = ({ selections }: SelectionSetNode): number =>
    Math.max(
      0,
      ...selections.map((selection) => {
        if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value)
        if (selection.kind === 'InlineFragment') return ofSelections(selection.selectionSet)
        if (selection.name.value === '__schema' || selection.name.value === '__type') return 1
        return 1 + (selection.selectionSet ? ofSelections(selection.selectionSet) : 0)
      }),
    )
  return Math.max(0, ...operations.map(({ selectionSet }) => ofSelections(selectionSet)))
}
