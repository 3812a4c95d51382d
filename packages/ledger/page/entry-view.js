import { checkProof } from './check-proof.js'
import { copyButton, h, timeOf } from './dom.js'
import { highlightJson } from './highlight.js'
import { keyForm } from './key-form.js'
import { keyFor } from './pinned-key.js'
import { placeOf } from './place.js'
import { proofPicture } from './proof-picture.js'
import { detailOf, keyOf, outcomeOf, said, whatOf, whoOf } from './said.js'
import { askJson } from './session.js'

/** One entry, and the way from its line to the signature, computed here. */
export const entryView = (id, ledger, signal) => {
  const section = h('section', {}, h('h1', {}, `Entry ${id}`), h('p', { class: 'quiet' }, 'Asking for it …'))
  const show = async () => {
    const answer = await askJson(`/api/entries/${encodeURIComponent(id)}`, { signal })
    const draw = async () => {
      const { key, isPinned, isOther } = await keyFor(ledger)
      const proof = await checkProof(answer, key)
      section.replaceChildren(...parts({ id: Number(id), answer, proof, isPinned, isOther, key, draw }))
    }
    await draw()
  }
  show().catch((error) => {
    if (!signal.aborted)
      section.replaceChildren(
        h('h1', {}, `Entry ${id}`),
        h('p', {}, error.message),
        h('p', {}, h('a', { href: placeOf('trail') }, 'To the record')),
      )
  })
  return section
}

const parts = ({ id, answer, proof, isPinned, isOther, key, draw }) => {
  // What is shown is read from the line that was hashed, not from beside it.
  const record = lineOf(answer.line)
  const isWhole = proof.broken < 0 && answer.index === id && record !== null
  return [
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
    ),
    verdict({ id, answer, proof, isWhole, isPinned, record }),
    record === null ? null : facts(record),
    h(
      'div',
      { class: 'group' },
      h('h2', {}, 'From the entry to the signature'),
      h(
        'p',
        { class: 'quiet small' },
        'Computed in this browser from the line below: each node is SHA-256 of the two hashes under it (RFC 9162).',
      ),
      proofPicture(proof.steps, { index: id, key, isPinned, checkpoint: proof.checkpoint }),
    ),
    keyForm({ isPinned, isOther, onChange: draw }),
    h(
      'div',
      { class: 'group' },
      h(
        'div',
        { class: 'row' },
        h('h2', {}, 'The line'),
        copyButton(answer.line, 'Copy line'),
        copyButton(() => proofText(answer), 'Copy proof'),
      ),
      h(
        'pre',
        { class: 'sheet wrapped', tabindex: '0' },
        record === null ? answer.line : highlightJson(JSON.stringify(record, null, 2)),
      ),
      h(
        'p',
        { class: 'quiet small' },
        'Check it without this page: keep the proof as proof.json, and give the key that you were given.',
      ),
      h(
        'div',
        { class: 'row' },
        h('code', { class: 'command' }, offline(key)),
        copyButton(offline(key), 'Copy command'),
      ),
    ),
  ].filter((part) => part !== null)
}

const lineOf = (line) => {
  try {
    const record = JSON.parse(line)
    return typeof record.entry === 'object' && record.entry !== null && typeof record.replica === 'string'
      ? record
      : null
  } catch {
    return null
  }
}

/** Shares no code with this page. */
const offline = (key) =>
  `python3 packages/ledger/verifier/verify_ledger.py --proof proof.json --key '${key ? `${key.name}+${key.id}+${key.text}` : 'NAME+ID+KEY'}'`

/** As `exportNdjson` writes it, and the Python verifier reads it. */
const proofText = ({ checkpoint, index, line, proof }) => JSON.stringify({ checkpoint, index, line, proof })

const verdict = ({ id, answer, proof, isWhole, isPinned }) => {
  const { broken, steps, checkpoint } = proof
  if (isWhole)
    return h(
      'p',
      { class: `verdict ${isPinned ? 'yes' : 'warn'}`, role: 'status' },
      isPinned ? '✓ ' : '○ ',
      h('strong', {}, `Entry ${id} is one of the ${checkpoint.size} that were signed, as it was signed.`),
      isPinned
        ? ' The signature is of the key that you brought.'
        : ' The signature is of the key that this ledger names itself: that is its own word. Pin the key that you were given elsewhere.',
    )
  const step = steps[broken]
  const why = step
    ? step.why
    : answer.index === id
      ? 'Its line is no entry.'
      : `The answer is entry ${answer.index}, and not the one asked for.`
  return h(
    'p',
    { class: 'verdict deny', role: 'alert' },
    '✕ ',
    h('strong', {}, `Do not believe this entry${step ? `: the proof breaks at “${step.title}”` : ''}.`),
    ` ${why}`,
  )
}

const facts = (record) => {
  const { entry, receivedAt, replica, epoch, sequence } = record
  const pairs = [
    ['Who', whoOf(record)],
    ['What', h('span', {}, whatOf(record), ' ', h('span', { class: 'quiet' }, detailOf(record) ?? ''))],
    ['Row', entry.entity || entry.key ? h('span', {}, said(entry.entity), ' ', keyOf(record)) : null],
    ['Outcome', outcomeOf(record) || null],
    [
      'When',
      typeof entry.at === 'string'
        ? h('span', {}, timeOf(entry.at), ' ', h('span', { class: 'quiet' }, said(entry.at)))
        : null,
    ],
    ['Received', h('span', {}, timeOf(receivedAt), ' ', h('span', { class: 'quiet' }, said(receivedAt)))],
    ['From', entry.origin?.address ? said(entry.origin.address) : null],
    ['Replica', h('span', {}, said(replica), h('span', { class: 'quiet' }, ` epoch ${epoch}, sequence ${sequence}`))],
  ]
  return h(
    'dl',
    { class: 'pairs' },
    pairs
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) => [h('dt', { class: 'quiet' }, name), h('dd', {}, value)]),
  )
}
