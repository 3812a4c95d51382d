import { h } from './dom.js'

/** One sentence on whether an entry is to be believed, and on whose word. */
export const verdict = ({ id, answer, proof, isWhole, isPinned }) => {
  if (!isWhole) return refusal(whyNot({ id, answer, proof }), proof.steps[proof.broken])
  const whose = isPinned
    ? ' The signature is of the key that you brought.'
    : ' The signature is of the key that this ledger names itself: that is its own word. Pin the key that you were given elsewhere.'
  const sentence = `Entry ${id} is one of the ${proof.checkpoint.size} that were signed, as it was signed.`
  return h(
    'p',
    { class: `verdict ${isPinned ? 'yes' : 'warn'}`, role: 'status' },
    isPinned ? '✓ ' : '○ ',
    h('strong', {}, sentence),
    whose,
  )
}

export const refusal = (why, step) =>
  h(
    'p',
    { class: 'verdict deny', role: 'alert' },
    '✕ ',
    h('strong', {}, `Do not believe this entry${step ? `: the proof breaks at “${step.title}”` : ''}.`),
    ` ${why}`,
  )

const whyNot = ({ id, answer, proof: { steps, broken } }) => {
  if (broken >= 0) return steps[broken].why
  return answer.index === id
    ? 'Its line is no entry.'
    : `The answer is entry ${answer.index}, and not the one asked for.`
}
