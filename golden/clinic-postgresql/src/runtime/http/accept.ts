/** Whether `Accept` takes JSON (RFC 9110 section 12.5.1). */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined || accept.split(',').some(isJsonRange)

const ranges = ['*/*', 'application/*', 'application/json', 'application/problem+json']

const isJsonRange = (item: string): boolean => {
  const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  return ranges.includes(range) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
}
