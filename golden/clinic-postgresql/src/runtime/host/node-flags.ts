/**
 * How Node is started for a service: it reads TypeScript without a warning, and its young generation does not grow with the memory of
 * the machine, to a multiple of what the service holds (V8's `--max-semi-space-size`, MiB; `npm run bench -- rest` tells the memory).
 */
export const nodeFlags: readonly string[] = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4']
