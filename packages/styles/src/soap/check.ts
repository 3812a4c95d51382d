import type { Charter, Diagnostic } from '@charter/charter'
import { soapReporter } from './diagnostics.ts'

/** Operations that SOAP cannot carry. Names never clash: a twin gets a number. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const reporter = soapReporter()
  for (const { name, mode, place } of charter.operations)
    if (mode === 'stream') reporter.report('soap-stream', { place, path: `operations.${name}.mode` }, { name })
  return reporter.found
}
