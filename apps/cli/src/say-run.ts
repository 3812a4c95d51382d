import type { Going } from '@charter/server/program'
import type { Terminal } from './terminal.ts'

/** Something of a platform that goes on, as it is shown while somebody follows it. */
export interface Followed {
  onLook(run: Pick<Going<unknown>, 'percent' | 'step' | 'state' | 'lines'>): void
  done(): void
}

/** Says of a run how far it is. */
export const sayRun = (terminal: Terminal, text: string): Followed => {
  const progress = terminal.progress(text)
  return {
    onLook: ({ percent, step, state, lines }) => {
      const last = step ?? lines?.at(-1)
      progress.update([text, state === 'queued' ? 'waiting' : `${percent} %`, ...(last ? [last] : [])].join('  '))
    },
    done: () => progress.done(),
  }
}
