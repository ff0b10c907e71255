/** Repeats a call after another sign-in where the server demands a recent one: keys, webhook secrets, transfers, deletion. */
import { type ReactNode, useState } from "react"
import { hasStatus } from "../../api/problem.ts"
import { useSurroundings } from "../../app/Surroundings.ts"
import { RecentSignInDialog } from "./RecentSignInDialog.tsx"

interface RecentSignIn {
  /** Performs a call. Rejects with its error, also when the person does not sign in again. */
  readonly run: <A>(call: () => Promise<A>) => Promise<A>
  /** The dialog that a page shows instead of another one; null while there is none. */
  readonly dialog: ReactNode
}

/** A call that waits for a sign-in. */
interface Waiting {
  readonly onSignedIn: () => void
  readonly onClose: () => void
}

export const useRecentSignIn = (): RecentSignIn => {
  const [waiting, setWaiting] = useState<Waiting>()
  // An application's components have a token, and no session that could begin anew.
  const { embedded } = useSurroundings()
  const run = async <A,>(call: () => Promise<A>): Promise<A> => {
    try {
      return await call()
    } catch (error) {
      if (embedded || !hasStatus(error, 403) || error.code !== "sign_in_required") throw error
      await new Promise<void>((resolve, reject) =>
        setWaiting({ onSignedIn: resolve, onClose: () => reject(error) }),
      ).finally(() => setWaiting(undefined))
      return call()
    }
  }
  return { run, dialog: waiting === undefined ? null : <RecentSignInDialog {...waiting} /> }
}
