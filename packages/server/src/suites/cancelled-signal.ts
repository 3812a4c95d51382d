/** How often it is asked. */
const everyMs = 1000

/** Aborts once what is asked from time to time says so, until it is told to stop. */
export const cancelledSignal = (
  isCancelled: () => Promise<boolean>,
): { readonly signal: AbortSignal; readonly stop: () => void } => {
  const controller = new AbortController()
  const ask = async (): Promise<void> => {
    // Who cannot be asked now is asked again.
    if (await isCancelled().catch(() => false)) controller.abort(new Error('It was cancelled.'))
  }
  const timer = setInterval(() => void ask(), everyMs).unref()
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}
