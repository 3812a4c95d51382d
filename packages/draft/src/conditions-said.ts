import { modal } from './language/denials.ts'

const numbers = 'two|three|four|five|six|seven|eight|nine|ten|twelve|\\d+'
const atLeast = '(?:(?:at least|no (?:fewer|less) than|not (?:fewer|less) than|more than|all|both|any|each|either) )?'
const many = `(?:${atLeast}(?:of the )?(?:${numbers})|most|all|both|half|enough|several|everyone|everybody|a (?:majority|quorum|third)|(?:an|some|one)other|somebody else|someone else)`
const whoever = `${many}(?: (?!(?:day|hour|week|month|minute|year|time)s?\\b)\\p{L}+){0,6}`
const conjunction = '(?:once|when|after|if|until|till|unless|before|as soon as|as long as|provided(?: that)?)'

/** `After three potters have called it dry`, `when it has been tasted by two cooks`, `unless a quorum agrees to it`. */
const counted = new RegExp(
  `(?:^|[\\s,(])(?:only )?${conjunction} (?:${whoever} (?:have|has|had) (?:\\p{L}+ )*?\\p{L}+|(?:\\p{L}+ ){1,4}?(?:been )?\\p{L}+ by ${whoever})`,
  'iu',
)

const narrows =
  '(?:(?:who|whom|whoever|whose|that)\\b|(?:everyone|everybody|anyone|anybody|those|people|others) (?:he|she|they|it|you|i|we|the)\\b)'
/** `Can be opened by the draughtsman who made it and by those he has shown it to`. */
const narrowed = new RegExp(`(?:${modal}) (?:only )?be \\p{L}+ (?:only )?(?:by|to|for) .*?${narrows}`, 'iu')

/** The clause of a sentence whose deed hangs on others or on who somebody is in words of which no rule was made; null where none does. */
export const conditionedIn = (text: string): string | null => {
  const said = text.replace(/\s+/g, ' ')
  const match = counted.exec(said)
  if (match) {
    const before = said.slice(0, match.index).replace(/\b(?:but )?only$/i, '')
    const main = /\p{L}{2,} \p{L}/u.test(before) ? before : said.slice(match.index + 1).replace(/^[^,]*,/, '')
    return main.replace(doer, '$1')
  }
  return narrowed.test(said) ? said.replace(doer, '$1') : null
}

const doer = /(\b(?:be|is|are) (?:only )?\p{L}+) (?:only )?(?:by|to|for) .*$/iu
