/** Texts as YAML reads them back, whatever is in them. */

const plainWord = /^[A-Za-z][A-Za-z0-9_-]*$/
/** Words that YAML 1.1 or 1.2 reads as something else than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** Plain where it is a word, else in double quotes, where JSON's escapes are YAML's. */
export const scalar = (text: string): string =>
  plainWord.test(text) && !reserved.test(text)
    ? text
    : JSON.stringify(text).replace(
        /[\u007f-\u009f\u2028\u2029\ufeff]/g,
        (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )

/** `[a, "b c"]`. */
export const list = (values: readonly string[]): string => `[${values.map(scalar).join(', ')}]`

/** `a`, or `[a, b]` for several. */
export const oneOrList = (values: readonly string[]): string =>
  values.length === 1 ? scalar(values[0] ?? '') : list(values)
