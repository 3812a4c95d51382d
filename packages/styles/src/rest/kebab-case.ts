/** The words of a name, lower case: `HTTPServer2Name` is http, server2, name. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** `orderLines` is `order-lines`. A name of signs alone stays, percent-encoded. */
export const kebabCase = (name: string): string => {
  const words = wordsOf(name)
  return encodeURIComponent(words.length > 0 ? words.join('-') : name)
}
