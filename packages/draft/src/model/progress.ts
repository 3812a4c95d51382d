/**
 * Names of the entities in an answer that is still being written. In the form of `answerSchema` an entity's `name` is
 * followed by its `quote` and begins with a capital letter, as nothing else's does.
 */
export const entityNamesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/"name"\s*:\s*"([A-Z][A-Za-z0-9_]{0,63})"/g)].map(([, name = '']) => name)),
]
