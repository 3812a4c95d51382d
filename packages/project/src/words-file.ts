/** The file of a project that holds the words it was drafted from. */
export const wordsFile = 'words.md'
