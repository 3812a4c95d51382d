/** What verbs mean as actions on an entity. Data: a new word is a new member. */
const read =
  'see view read look look-at look-up lookup browse access consult check find search list monitor inspect follow retrieve'
const create =
  'create add register write book place record log enter open make submit issue upload prescribe post file plan schedule request order borrow'
const update = 'update change edit correct modify amend maintain revise adjust reassign'
const remove = 'delete remove'
const manage = 'manage administer control'
const audit = 'audit'
const operations =
  'cancel approve reject dispense confirm ship pack pay refund publish return renew discharge assign start finish complete close activate deactivate suspend terminate archive release reserve cancel hide verify sign admit transfer reopen escalate resolve accept decline deliver dispatch'

const words = (text: string) => new Set(text.split(' '))
const groups: readonly (readonly [ReadonlySet<string>, readonly string[]])[] = [
  [words(read), ['read', 'list']],
  [words(create), ['create']],
  [words(update), ['update']],
  [words(remove), ['delete']],
  [words(manage), ['create', 'read', 'update', 'delete', 'list']],
  [words(audit), ['audit']],
]
const operationVerbs = words(operations)

export type VerbMeaning =
  | { readonly kind: 'actions'; readonly actions: readonly string[] }
  | { readonly kind: 'operation'; readonly verb: string }

/** The meaning of a verb in any of its plain forms (`sees`, `cancels`, `marking`), or null for a word that is none. */
export const verbMeaning = (word: string): VerbMeaning | null => {
  for (const base of basesOf(word.toLowerCase())) {
    const group = groups.find(([verbs]) => verbs.has(base))
    if (group) return { kind: 'actions', actions: group[1] }
    if (operationVerbs.has(base)) return { kind: 'operation', verb: base }
  }
  return null
}

const basesOf = (word: string): readonly string[] => [
  word,
  word.replace(/ies$/, 'y'),
  word.replace(/es$/, ''),
  word.replace(/s$/, ''),
]
