import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { EntityHooks } from '@charter/runtime/service'

interface Sent {
  readonly file: { read(): Readable }
}

/** The words of a file say what comes of a look at it. */
export const paperHooks = {
  file: async ({ file }: Sent) => {
    const words = await text(file.read())
    if (words.startsWith('a look that breaks')) throw new Error('a hook that breaks')
    if (words.startsWith('a worm')) return { found: 'a worm in it' }
    return words.startsWith('a nameless worm') ? ({} as { found: string }) : 'clean'
  },
} satisfies EntityHooks
