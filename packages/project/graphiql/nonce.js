/**
 * Style elements that the editor makes carry the nonce of this answer, which its policy asks of them. Imported before whatever makes
 * some: an element shows its nonce to no selector, so it is read from the script that has it.
 */
const { nonce } = document.querySelector('script[nonce]')
const create = document.createElement.bind(document)

document.createElement = (name, options) => {
  const element = create(name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
