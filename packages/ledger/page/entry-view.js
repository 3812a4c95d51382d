import { checkProof, isProven } from './check-proof.js'
import { copyButton, h } from './dom.js'
import { entryFacts } from './entry-facts.js'
import { highlightJson } from './highlight.js'
import { keyForm } from './key-form.js'
import { keyFor } from './pinned-key.js'
import { placeOf } from './place.js'
import { proofPicture } from './proof-picture.js'
import { askJson } from './session.js'
import { refusal, verdict } from './verdict.js'

/** One entry, and the way from its line to the signature, computed here. */
export const entryView = (id, ledger, signal) => {
  const title = h('h1', {}, `Entry ${id}`)
  const section = h('section', {}, title, h('p', { class: 'quiet' }, 'Asking for it …'))
  const show = async () => {
    const answer = await askJson(`/api/entries/${encodeURIComponent(id)}`, { signal })
    if (!isProven(answer)) return section.replaceChildren(title, refusal('It came without a proof.'))
    const draw = async () => {
      const key = await keyFor(ledger)
      const proof = await checkProof(answer, key.key)
      section.replaceChildren(...parts({ id: Number(id), answer, proof, key, draw }))
    }
    await draw()
  }
  show().catch((error) => {
    if (signal.aborted) return
    section.replaceChildren(
      title,
      h('p', {}, error.message),
      h('p', {}, h('a', { href: placeOf('trail') }, 'To the record')),
    )
  })
  return section
}

const parts = ({ id, answer, proof, key: { key, isPinned, isOther }, draw }) => {
  // What is shown is read from the line that was hashed, not from beside it.
  const record = lineOf(answer.line)
  const isWhole = proof.broken < 0 && answer.index === id && record !== null
  return [
    heading(id),
    verdict({ id, answer, proof, isWhole, isPinned }),
    ...(record === null ? [] : [entryFacts(record)]),
    h(
      'div',
      { class: 'group' },
      h('h2', {}, 'From the entry to the signature'),
      h('p', { class: 'quiet small' }, computed),
      proofPicture(proof.steps, { index: id, key, isPinned, checkpoint: proof.checkpoint }),
    ),
    keyForm({ isPinned, isOther, onChange: draw }),
    lineSheet(answer, record, key),
  ]
}

const computed =
  'Computed in this browser from the line below: each node is SHA-256 of the two hashes under it (RFC 9162).'

const heading = (id) =>
  h(
    'div',
    { class: 'row spread' },
    h('h1', {}, `Entry ${id}`),
    h(
      'span',
      { class: 'row' },
      id > 0 ? h('a', { href: placeOf('entries', id - 1), rel: 'prev' }, '← Before') : null,
      h('a', { href: placeOf('entries', id + 1), rel: 'next' }, 'After →'),
    ),
  )

const lineSheet = (answer, record, key) => {
  const command = `python3 packages/ledger/verifier/verify_ledger.py --proof proof.json --key '${keyText(key)}'`
  const shown = record === null ? answer.line : highlightJson(JSON.stringify(record, null, 2))
  return h(
    'div',
    { class: 'group' },
    h(
      'div',
      { class: 'row' },
      h('h2', {}, 'The line'),
      copyButton(answer.line, 'Copy line'),
      copyButton(() => proofText(answer), 'Copy proof'),
    ),
    h('pre', { class: 'sheet wrapped', tabindex: '0' }, shown),
    h(
      'p',
      { class: 'quiet small' },
      'Check it without this page, by code that shares nothing with it: copy the proof to proof.json.',
    ),
    h('div', { class: 'row' }, h('code', { class: 'command' }, command), copyButton(command, 'Copy command')),
  )
}

const keyText = (key) => (key ? `${key.name}+${key.id}+${key.text}` : 'NAME+ID+KEY')

/** As `exportNdjson` writes it, and the Python verifier reads it. */
const proofText = ({ checkpoint, index, line, proof }) => JSON.stringify({ checkpoint, index, line, proof })

const lineOf = (line) => {
  try {
    const record = JSON.parse(line)
    const isEntry = typeof record.entry === 'object' && record.entry !== null && typeof record.replica === 'string'
    return isEntry ? record : null
  } catch {
    return null
  }
}
