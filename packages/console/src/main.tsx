/** The entry of the console's page. */
import "./app/styles.ts"
import { setNonce } from "get-nonce"
import { createRoot } from "react-dom/client"
import { nonce } from "./api/base.ts"
import { takeOneTimeToken } from "./api/oneTimeToken.ts"
import { App } from "./app/App.tsx"
import { startWords } from "./words/i18n.ts"

// First of all: until it is taken, the token stands in the address bar.
takeOneTimeToken()

// For the lock of the page behind a dialog, which inserts a style.
setNonce(nonce())

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no element #root.")

startWords().then(() => createRoot(root).render(<App />))
