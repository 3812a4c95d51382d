/**
 * An element: `h('a', { href: '#/', class: 'x', onclick }, 'text', child)`. Text is always text, never markup. Null and
 * false children vanish.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | number | null | false | undefined | (Node | string | null | false)[])} children
 * @returns {HTMLElement}
 */
export const h = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value))
    else if (key === 'value') element.value = value
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** A sentence of the contract, with what stands between backticks set as code. */
export const prose = (text = '') => text.split('`').map((part, at) => (at % 2 === 1 ? h('code', {}, part) : part))

/** Copies text and says so on the button for a moment. */
export const copyButton = (text, label = 'Copy') => {
  const button = h('button', { type: 'button', class: 'bare', onclick: copy }, label)
  async function copy() {
    await navigator.clipboard.writeText(typeof text === 'function' ? text() : text)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = label
    }, 1500)
  }
  return button
}

/** "3 minutes ago", with the exact instant on hover. */
export const timeOf = (instant, now = Date.now()) => {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000))
  const text =
    seconds < 5
      ? 'just now'
      : seconds < 60
        ? `${seconds} seconds ago`
        : seconds < 3600
          ? plural(Math.floor(seconds / 60), 'minute')
          : seconds < 86400
            ? plural(Math.floor(seconds / 3600), 'hour')
            : new Date(instant).toLocaleString()
  return h('time', { datetime: instant, title: instant }, text)
}

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'} ago`
