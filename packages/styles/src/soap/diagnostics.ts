import { createReporter, error } from '@charter/charter'

/** Every mistake that SOAP finds in a charter. Each has a page `docs/diagnostics/<code>.md`. */
export const soapDiagnostics = {
  'soap-stream': error<{ name: string }>(
    ({ name }) => `SOAP does not carry streams, and \`${name}\` is one.`,
    () => 'Make it `mode: unary`, or serve a style that streams.',
  ),
} as const

export const soapReporter = () => createReporter(soapDiagnostics)
