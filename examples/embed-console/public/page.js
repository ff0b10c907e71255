/** Gives the elements of a page their tokens, and counts what the workbench reports. */
import "/element.js"

/** The element asks again when its token has expired. */
const tokenFor = (purpose) => async () => {
  const response = await fetch("/tokens", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ purpose }),
  })
  if (!response.ok) throw new Error(`There is no token: ${response.status}.`)
  return response.text()
}

const workbench = document.querySelector("annotary-workbench")
if (workbench !== null) workbench.token = tokenFor("workbench")
const webhooks = document.querySelector("annotary-webhooks")
if (webhooks !== null) webhooks.token = tokenFor("webhooks")

const done = document.querySelector("#done")
workbench?.addEventListener("annotary-submitted", () => {
  done.value = String(Number(done.value) + 1)
})
