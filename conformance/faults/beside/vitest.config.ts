import { relative } from 'node:path'
import { mergeConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'
import { switched } from '../guards.ts'
import { root, sourcesWith } from './sources.ts'

const sources = sourcesWith((process.env.CHARTER_FAULTS_ONLY ?? '').split(','))

/** Our tests, over sources with a switch in each guard. */
export default mergeConfig(base, {
  root,
  plugins: [
    {
      name: 'switches',
      enforce: 'pre' as const,
      transform: (_code: string, id: string) => {
        const found = sources.get(relative(root, id.split('?')[0] ?? id))
        return found && { code: switched(found.source, found.guards), map: null }
      },
    },
  ],
  test: { setupFiles: ['conformance/faults/beside/switch.ts'] },
})
