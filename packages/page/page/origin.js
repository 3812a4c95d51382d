/** What a statement rests on: words that were said, or why it was assumed, and how sure that reading is. */
export const originText = (origin) => {
  const text = origin?.quoted
    ? `From the words “${origin.quoted}”`
    : origin?.assumed
      ? `Assumed: ${origin.assumed}`
      : ''
  const sure = text ? sureText(origin.confidence) : ''
  return sure ? `${text} · ${sure}` : text
}

/** Nothing where it is certain. */
export const sureText = (confidence) =>
  confidence === undefined || confidence >= 1 ? '' : `${Math.round(confidence * 100)} % sure`
