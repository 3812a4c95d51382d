/** What somebody calls a file: the last step of whatever path it is, without what no document may hold; undefined where nothing is left. */
export const givenName = (name: string | undefined): string | undefined => {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const kept = [...last.replaceAll(/[\p{Cc}\p{Cs}\p{Cn}\p{Bidi_Control}]/gu, '')].slice(0, 255).join('').trim()
  return kept === '' || kept === '.' || kept === '..' ? undefined : kept
}
