import { singularNoun } from '@charter/charter'
import { isPerson } from '../language/lexicon.ts'
import { wordsOf } from '../read/names.ts'
import { type Said, sentencesSaid } from '../sentences-said.ts'
import { cleaned } from './sentence-form.ts'
import { forms } from './tenancy-forms.ts'

/** That what is kept belongs to organisations, and who belongs to them. */
export interface TenancySaid {
  /** `organisation`. */
  readonly organisation: string
  /** Rows say who belongs to one. */
  readonly hasMembers: boolean
  /** `owner`, `agent`: of whoever belongs to one. */
  readonly roles: readonly string[]
  /** Who is inactive, and who has not accepted, belongs to none. */
  readonly isActive: boolean
  readonly isAccepted: boolean
  readonly sentences: readonly Said[]
}

/** `People belong to one or more organisations and have a role in each`, `organisations never see each other's data`. Null where nothing says so. */
export const tenancyIn = (words: string): TenancySaid | null => {
  if (!mayKeepApart.test(words)) return null
  const sentences = joined(sentencesSaid(words)).map((said) => ({ said, text: clean(said.text) }))
  const fitting = (of: readonly RegExp[]) =>
    sentences.flatMap(({ said, text }) => {
      const groups = of.map((form) => form.exec(text)).find((match) => match !== null)
      return groups ? [{ said, groups: groups.groups ?? {} }] : []
    })
  const surely = fitting(forms.surely).filter(
    ({ groups }) => !isPerson(singularNoun(wordsOf(groups.org ?? '').join(' '))),
  )
  const known = [fitting(forms.belongs), [...fitting(forms.apart), ...surely]] as const
  const [all, kept] = known.flat().length > 0 ? known : ([fitting(forms.anyBelongs), fitting(forms.anyApart)] as const)
  const belonging = all.filter(({ groups }) => kept.length > 0 || groups.withRoles !== undefined)
  const names = new Set([...belonging, ...kept].map(({ groups }) => singularNoun((groups.org ?? '').toLowerCase())))
  const [name, ...others] = names
  const isSure =
    known.flat().length > 0 || (belonging.some(({ groups }) => groups.withRoles !== undefined) && kept.length > 0)
  if (name === undefined || others.length > 0 || !isSure) return null
  const hasMembers = belonging.length > 0
  const [active_, accepted_, roles] = hasMembers
    ? [fitting(forms.active), fitting(forms.accepted), fitting(forms.roles)]
    : [[], [], []]
  return {
    organisation: name,
    hasMembers,
    roles: [...new Set([...belonging, ...roles].flatMap(({ groups }) => rolesOf(groups)))],
    isActive: active_.length > 0,
    isAccepted: accepted_.length > 0,
    sentences: [...belonging, ...roles, ...kept, ...active_, ...accepted_].map(({ said }) => said),
  }
}

/** `They belong to several leagues; their role there is captain or referee`. */
const joined = (all: readonly Said[]): readonly Said[] =>
  all.reduce<Said[]>((found, said) => {
    const last = found.at(-1)
    if (last?.text.endsWith(';')) found.splice(-1, 1, { text: `${last.text}${said.text}`, start: last.start })
    else found.push(said)
    return found
  }, [])

/** Words without one of these say nothing of it. */
const mayKeepApart =
  /\b(?:roles?|isolated|separated?|apart|each other|each others|one another|another|other|own|nothing|several|one or more|many|multiple|tenants?|rest|none|number of)\b/i

const rolesOf = (groups: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(groups)
    .filter(([group]) => /roles\d?$/i.test(group) && group !== 'withRoles')
    .flatMap(([, list = '']) => list.split(/,\s*(?:or |and )?| or | and /i))
    .map((each) =>
      singularNoun(
        each
          .replace(/^(?:either )?(?:(?:an?|the) )?/i, '')
          .trim()
          .toLowerCase(),
      ),
    )
    .filter((each) => each !== '')

const clean = (text: string): string => cleaned(text).replace(/^(?:and|but|also),? /i, '')
