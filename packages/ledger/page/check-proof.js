import { base64, bytesOf, joined, readCheckpoint, readNote, sha256, utf8, whyUnsigned } from './note.js'

/**
 * One step from an entry to the signature, as this browser computed it.
 * @typedef {{
 *   kind: 'leaf' | 'node' | 'checkpoint' | 'signature', title: string, hash: string,
 *   state: 'holds' | 'breaks' | 'unreached', why: string, sibling: { side: 'left' | 'right', hash: string } | null
 * }} Step
 */

/**
 * Climbs from the entry's line to the root, then asks for the signature. Nothing that the ledger says of the way is
 * believed: it is compared with what comes of the bytes, so that an altered answer shows where it was.
 * @returns {Promise<{ steps: readonly Step[], broken: number, checkpoint: ReturnType<typeof readCheckpoint> }>}
 */
export const checkProof = async (answer, key) => {
  const note = readNote(answer.checkpoint)
  const checkpoint = note && readCheckpoint(note.text)
  const { steps: climbed, top, fits } = await climb(answer, checkpoint?.size ?? 0)
  const steps = [...climbed, checkpointStep(answer, checkpoint, fits, top), await signatureStep(note, checkpoint, key)]
  const broken = steps.findIndex(({ why }) => why !== '')
  return { steps: steps.map((step, at) => ({ ...step, state: stateOf(at, broken) })), broken, checkpoint }
}

const stateOf = (at, broken) => (broken < 0 || at < broken ? 'holds' : at === broken ? 'breaks' : 'unreached')

/** The leaf and the nodes above it; `fits`: the path is as long as one from there (RFC 9162 section 2.1.3.2). */
const climb = async ({ index, line, leaf, proof, nodes }, size) => {
  let node = await sha256(joined([0], utf8(line)))
  const steps = [leafStep(base64(node), leaf)]
  let [at, last] = [index, size - 1]
  let fits = index <= last
  for (const [number, text] of proof.entries()) {
    const sibling = bytesOf(text)
    fits &&= last > 0 && sibling.length === 32
    const isLeft = at % 2 === 1 || at === last
    steps.at(-1).sibling = { side: isLeft ? 'left' : 'right', hash: text }
    node = await sha256(isLeft ? joined([1], sibling, node) : joined([1], node, sibling))
    if (isLeft) while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
    steps.push(nodeStep(number, base64(node), nodes[number], number === proof.length - 1))
  }
  return { steps, top: base64(node), fits: fits && last === 0 }
}

const leafStep = (hash, claimed) => ({
  kind: 'leaf',
  title: 'Leaf',
  hash,
  sibling: null,
  why:
    hash === claimed ? '' : 'The line of this entry is not the one that the ledger hashed: it was altered on its way.',
})

const nodeStep = (number, hash, claimed, isRoot) => {
  const below = number === 0 ? 'the leaf' : `node ${number}`
  const why = `What comes of this step is not what the ledger computed: the hash beside ${below} was altered.`
  return {
    kind: 'node',
    title: isRoot ? 'Root' : `Node ${number + 1}`,
    hash,
    sibling: null,
    why: hash === claimed ? '' : why,
  }
}

const checkpointStep = ({ index }, checkpoint, fits, top) => {
  const step = { kind: 'checkpoint', title: 'Checkpoint', hash: checkpoint?.root ?? '', sibling: null, why: '' }
  if (checkpoint === null) return { ...step, why: 'This is no checkpoint.' }
  if (!fits)
    return { ...step, why: `The path has another length than one from entry ${index} in a tree of ${checkpoint.size}.` }
  return checkpoint.root === top ? step : { ...step, why: `The tree that was signed has another root: ${step.hash}.` }
}

const signatureStep = async (note, checkpoint, key) => {
  const step = { kind: 'signature', title: 'Signature', hash: '', sibling: null }
  if (note === null) return { ...step, why: 'This is no signed note.' }
  if (key === null) return { ...step, why: 'There is no key to verify it with.' }
  if (checkpoint !== null && checkpoint.origin !== key.name)
    return { ...step, why: `The key is that of ${key.name}, and this is a checkpoint of ${checkpoint.origin}.` }
  return { ...step, why: (await whyUnsigned(note, key)) ?? '' }
}

/** Hashes on a path of a tree that could ever be. */
const hashesMax = 64

/** Whether an answer has the parts that are checked; what they say is another matter. */
export const isProven = ({ index, line, leaf, proof, nodes, checkpoint }) =>
  Number.isSafeInteger(index) &&
  [line, leaf, checkpoint].every((text) => typeof text === 'string') &&
  [proof, nodes].every(
    (list) => Array.isArray(list) && list.length <= hashesMax && list.every((hash) => typeof hash === 'string'),
  )
