import { emptyRoot, type Hash, nodeHash } from './hash.ts'

/** The right edge of a Merkle tree: all that is needed to go on appending, one hash for each level at most. */
export interface Frontier {
  readonly size: number
  /** By level: the complete subtree that waits for its right sibling; meaningful where that bit of `size` is set. */
  readonly nodes: readonly Hash[]
}

export const emptyFrontier: Frontier = { size: 0, nodes: [] }

/** A hash that became known: of the complete subtree over leaves `index × 2^level` and the `2^level − 1` after it. */
export type OnNode = (level: number, node: Hash) => void

export interface GrowingFrontier extends Frontier {
  append(leaf: Hash): void
}

/** Goes on from a frontier without changing it: a commit that the disk refuses leaves the old one as it was. */
export const growFrontier = (from: Frontier, onNode: OnNode = () => {}): GrowingFrontier => {
  const nodes = [...from.nodes]
  let size = from.size
  return {
    get size() {
      return size
    },
    nodes,
    append: (leaf) => {
      let node = leaf
      let level = 0
      onNode(0, node)
      // Numbers up to 2^53: shifts would cut them to 32 bits.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        node = nodeHash(nodes[level] ?? emptyRoot, node)
        onNode(++level, node)
      }
      nodes[level] = node
      size++
    },
  }
}

/** Root of the tree (RFC 9162 section 2.1.1): the complete subtrees, joined from the right. */
export const rootOf = ({ size, nodes }: Frontier): Hash => {
  let root: Hash | null = null
  for (let level = 0, rest = size; rest > 0; level++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue
    const node = nodes[level] ?? emptyRoot
    root = root === null ? node : nodeHash(node, root)
  }
  return root ?? emptyRoot
}

/** The frontier of a tree of `size` leaves, from hashes of its complete subtrees. */
export const frontierFrom = async (
  size: number,
  nodeAt: (level: number, index: number) => Promise<Hash>,
): Promise<Frontier> => {
  const nodes: Hash[] = []
  for (let level = 0, rest = size; rest > 0; level++, rest = Math.floor(rest / 2))
    nodes[level] = rest % 2 === 1 ? await nodeAt(level, rest - 1) : emptyRoot
  return { size, nodes }
}
