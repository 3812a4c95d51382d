import type { Field } from '@charter/charter'

/** What was taken as a file, and is not any more: for the clients of every style that carries bytes. */
export const fileSentences = ({ name, file: was }: Field, { file: is }: Field): readonly string[] => {
  if (!was || !is) return []
  const { kinds: [...taken] = [] } = is
  const lost = is.kinds && (was.kinds ?? ['any other']).filter((kind) => !taken.includes(kind))
  return [
    ...(is.bytesMax < was.bytesMax
      ? [`${name} has at most ${is.bytesMax} bytes, and had at most ${was.bytesMax}.`]
      : []),
    ...(lost && lost.length > 0 ? [`${name} is of no kind ${lost.join(', ')} any more.`] : []),
  ]
}
