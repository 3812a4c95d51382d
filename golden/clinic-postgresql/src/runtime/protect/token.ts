import { randomBytes } from 'node:crypto'

/** A token that says nothing of what it stands for: `tok_` and 192 random bits. */
export const newToken = (): string => `tok_${randomBytes(24).toString('base64url')}`

/** Whether a text has the shape of a token: such a text is never taken for a value. */
export const isToken = (value: unknown): boolean => typeof value === 'string' && /^tok_[\w-]{32}$/.test(value)

export const tokenSentence = (field: string): string =>
  `"${field}" takes the value itself: a token stands for one and is never one.`
