import type { Turn } from '../scenario.ts'

/** The first message of a conversation, by which its caller signs in. */
export const signsIn: Turn = { say: { type: 'connection_init', payload: { Authorization: 'Bearer {{token}}' } } }
