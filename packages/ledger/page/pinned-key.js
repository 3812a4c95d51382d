import { readKey } from './note.js'

/** The key that the reader brought from elsewhere. It is public: the browser may keep it. */
const name = 'ledger-key'

export const pinnedText = () => localStorage.getItem(name)
export const unpin = () => localStorage.removeItem(name)

/** Keeps a key; a sentence where the text is none. */
export const pin = async (text) => {
  if ((await readKey(text)) === null)
    return 'This is no key. It looks like clinic.example/ledger+1a2b3c4d+AbC…, in one line, as the ledger’s owner gave it to you.'
  localStorage.setItem(name, text.trim())
  return null
}

/** The key to check with, and whose word it is. */
export const keyFor = async (ledger) => {
  const pinned = pinnedText()
  return {
    key: await readKey(pinned ?? ledger.vkey),
    isPinned: pinned !== null,
    isOther: pinned !== null && pinned !== ledger.vkey,
  }
}
