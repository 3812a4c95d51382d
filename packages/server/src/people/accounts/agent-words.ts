type Known = readonly (readonly [pattern: RegExp, name: string])[]

/** What says of itself that it is another stands before that other: Edge and Opera say Chrome, and Chrome says Safari. */
const browsers: Known = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/(?:\b|Headless)Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: Known = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A `User-Agent` (RFC 9110 section 10.1.5) in plain words: `Firefox on Linux`. It is what a browser says of itself, and proves nothing. */
export const agentWords = (agent: string): string => {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  return `${browser ?? 'A browser'}${system === null ? '' : ` on ${system}`}`
}

const nameIn = (known: Known, agent: string): string | null =>
  known.find(([pattern]) => pattern.test(agent))?.[1] ?? null
