/** What a JSON Patch may hold (RFC 6902 section 4); the contract says it too, and loads nothing that serves. */
export const operationNames = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

/** Operations of one patch: what they look at may be as long as a body, each time. */
export const operationsMax = 100
