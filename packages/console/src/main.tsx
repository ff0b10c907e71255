/** The entry of the console's page. */
import "./app/styles.ts"
import { setNonce } from "get-nonce"
import { createRoot } from "react-dom/client"
import { listFirstAreas, readNonce } from "./api/base.ts"
import { takeLinkTokens } from "./api/linkTokens.ts"
import { ApiError, Unreachable } from "./api/problem.ts"
import { App } from "./app/App.tsx"
import { startWords } from "./words/i18n.ts"

// First of all: until they are taken, the tokens of a link stand in the address bar.
takeLinkTokens()

// For the lock of the page behind a dialog, which inserts a style.
setNonce(readNonce())

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no element #root.")

/** An answer that is an error is shown on the page, and is no fault of the page. */
const onCaughtError = (error: unknown): void => {
  if (!(error instanceof ApiError || error instanceof Unreachable)) reportError(error)
}

startWords(listFirstAreas()).then(() => createRoot(root, { onCaughtError }).render(<App />))
