import type { Attack } from './attack.ts'
import { notes } from './notes.ts'

export const attacks: readonly Attack[] = [
  {
    name: 'page-without-secret',
    holds: 'the development page and its tokens are for who has the secret of its address, once',
    finding: 'B15',
    charter: notes,
    env: { CHARTER_MODE: 'development' },
    play: async (victim) => {
      for (const path of ['/_charter/page.json', '/_charter/trail', '/?secret=', '/?secret=x']) {
        const { status, text } = await victim.ask('GET', path)
        if (status < 400 || text.includes('eyJ')) return `${path}: ${status} ${text.slice(0, 80)}`
      }
      return null
    },
  },
  {
    name: 'mode-forgotten',
    holds: 'a service whose mode is forgotten is in production: no page, no tokens of its own',
    finding: 'B15',
    charter: notes,
    env: { CHARTER_MODE: 'production' },
    play: async (victim) => {
      for (const path of ['/', '/_charter/page.json', '/_charter/main.js', '/_charter/statements', '/openapi.json']) {
        const { status } = await victim.ask('GET', path)
        if (status !== 404) return `${path}: ${status}`
      }
      return null
    },
  },
]
