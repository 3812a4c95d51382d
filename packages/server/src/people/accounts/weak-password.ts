import { dictionary } from '@zxcvbn-ts/language-common'

/** In code points, as NIST SP 800-63B section 3.1.1.2 counts; the most is what a form holds. */
const [lengthMin, lengthMax] = [12, 128]
const differentMin = 5

const frequent = new Set(dictionary['passwords-common'])

/**
 * Why a password is not taken, as a sentence for who chose it; null for one that is. What many people choose is refused (the most frequent ones of
 * `@zxcvbn-ts/language-common`, also with digits and signs around them), and nothing is asked of a network.
 */
export const weakPassword = (password: string, email: string): string | null => {
  const length = [...password].length
  if (length < lengthMin) return `A password has ${lengthMin} characters or more: a few words in a row do well.`
  if (length > lengthMax) return `A password has ${lengthMax} characters at most.`
  const plain = password.toLowerCase()
  if (isFrequent(plain) || isFrequent(withoutEnds(plain)))
    return 'This password is one that many people choose: take another.'
  if (new Set(plain).size < differentMin) return 'This password repeats a few characters: take another.'
  if (email.toLowerCase().includes(plain) || plain.includes(email.toLowerCase()))
    return 'This password is the e-mail address: take another.'
  return null
}

const isFrequent = (text: string): boolean => frequent.has(text)

const withoutEnds = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '')
