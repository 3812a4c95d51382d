/**
 * The one script of these pages: a button with `data-passkey` asks the browser's authenticator what its form says in `data-options`, and sends the form
 * with the answer. Without it, or where the browser has no passkeys, codes serve as before.
 */
export const passkeyScript = `const options = (form) => JSON.parse(form.dataset.options)
const ask = {
  get: (form) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options(form)) }),
  create: (form) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options(form)) }),
}
const hidden = (form, name, value) => {
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name, value })
  form.append(input)
}
const isAble = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
for (const button of document.querySelectorAll('button[data-passkey]')) {
  button.disabled = !isAble
  button.addEventListener('click', async () => {
    const form = button.form
    button.disabled = true
    try {
      const credential = await ask[button.dataset.passkey](form)
      hidden(form, 'passkey', JSON.stringify(credential.toJSON()))
      if (button.name) hidden(form, button.name, button.value)
      form.submit()
    } catch {
      button.disabled = false
    }
  })
}
`
