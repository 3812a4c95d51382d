import { base64, bytesOf, joined, readCheckpoint, readNote, sha256, utf8, whyUnsigned } from './note.js'

/**
 * One step from an entry to the signature, as this browser computed it.
 * @typedef {{ kind: 'leaf' | 'node' | 'checkpoint' | 'signature', title: string, hash: string, state: 'holds' | 'breaks' | 'unreached',
 *   why: string, sibling: { side: 'left' | 'right', hash: string } | null }} Step
 */

/**
 * Climbs from the entry's line to the root (RFC 9162 section 2.1.3.2), then asks for the signature. Nothing that the ledger
 * says of the way is believed: it is compared with what comes of the bytes, so that an altered answer shows where it was.
 * @returns {Promise<{ steps: readonly Step[], broken: number, checkpoint: { origin: string, size: number, root: string } | null }>}
 */
export const checkProof = async (answer, key) => {
  const steps = []
  const add = (step) => steps.push({ sibling: null, why: '', ...step })
  const says = (holds, why) => ({ state: holds ? 'holds' : 'breaks', why: holds ? '' : why })

  let node = await sha256(joined([0], utf8(answer.line)))
  add({
    kind: 'leaf',
    title: 'Leaf',
    hash: base64(node),
    ...says(
      base64(node) === answer.leaf,
      'The line of this entry is not the one that the ledger hashed: it was altered on its way.',
    ),
  })

  const note = readNote(answer.checkpoint)
  const checkpoint = note && readCheckpoint(note.text)
  const { index } = answer
  let [at, last] = [index, (checkpoint?.size ?? 0) - 1]
  let fits = checkpoint !== null && index <= last
  for (const [number, text] of answer.proof.entries()) {
    const sibling = bytesOf(text)
    fits &&= last > 0 && sibling.length === 32
    const isLeft = at % 2 === 1 || at === last
    steps.at(-1).sibling = { side: isLeft ? 'left' : 'right', hash: text }
    node = await sha256(isLeft ? joined([1], sibling, node) : joined([1], node, sibling))
    if (isLeft) while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
    const isRoot = number === answer.proof.length - 1
    add({
      kind: 'node',
      title: isRoot ? 'Root' : `Node ${number + 1}`,
      hash: base64(node),
      ...says(
        base64(node) === answer.nodes[number],
        `What comes of this step is not what the ledger computed: the hash beside ${number === 0 ? 'the leaf' : `node ${number}`} was altered.`,
      ),
    })
  }
  fits &&= last === 0
  const signed = checkpoint?.root ?? ''
  const whyNot =
    checkpoint === null
      ? 'This is no checkpoint.'
      : !fits
        ? `The path has another length than one from entry ${index} in a tree of ${checkpoint.size}.`
        : `The tree that was signed has another root: ${signed}.`
  add({ kind: 'checkpoint', title: 'Checkpoint', hash: signed, ...says(fits && signed === base64(node), whyNot) })
  const unsigned =
    note === null
      ? 'This is no signed note.'
      : key === null
        ? 'There is no key to verify it with.'
        : checkpoint !== null && checkpoint.origin !== key.name
          ? `The key is that of ${key.name}, and this is a checkpoint of ${checkpoint.origin}.`
          : await whyUnsigned(note, key)
  add({ kind: 'signature', title: 'Signature', hash: '', ...says(unsigned === null, unsigned ?? '') })
  const broken = steps.findIndex(({ state }) => state === 'breaks')
  return {
    steps: steps.map((step, number) => (broken >= 0 && number > broken ? { ...step, state: 'unreached' } : step)),
    broken,
    checkpoint,
  }
}
