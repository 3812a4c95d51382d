import type { Attack } from './attack.ts'
import { notes } from './notes.ts'

export const attacks: readonly Attack[] = [
  {
    name: 'nobody-lists',
    holds: 'without a token nothing is listed',
    finding: 'A1',
    charter: notes,
    env: { CHARTER_MODE: 'production' },
    play: async (victim) => {
      const made = await victim.ask('POST', '/api/v1/notes', {
        token: await victim.token(['writer']),
        body: { text: 'a' },
      })
      if (made.status !== 201) return `could not create: ${made.status} ${made.text}`
      const answer = await victim.ask('GET', '/api/v1/notes')
      const record = await victim.record()
      if (!record.some(({ operation }) => operation === 'Note.create')) return 'the creation is not on record'
      return answer.status === 401 ? null : `${answer.status} ${answer.text}`
    },
  },
]
