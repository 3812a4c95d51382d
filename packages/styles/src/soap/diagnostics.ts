import { createReporter, error } from '@charter/charter'

/** Every mistake that SOAP finds in a charter. Each has a page `docs/diagnostics/<code>.md`. */
export const soapDiagnostics = {
  'soap-character': error<{ about: string; why: string }>(
    ({ about, why }) => `SOAP cannot say the type of \`${about}\`: ${why}`,
    () => 'Take the character out, or leave `soap` out of `serves`.',
  ),
  'soap-stream': error<{ name: string }>(
    ({ name }) => `SOAP does not carry streams, and \`${name}\` is one.`,
    () => 'Make it `mode: unary`, or serve a style that streams.',
  ),
} as const

export const soapReporter = () => createReporter(soapDiagnostics)
