/** Lets people sign in again over the page when their session has ended, so that nothing on the page is lost. */
import { useQueryClient } from "@tanstack/react-query"
import { lazy, Suspense, useSyncExternalStore } from "react"
import { sessionQuery } from "../api/session.ts"
import { sessionEnd } from "../api/sessionEnd.ts"

const SessionEndDialog = lazy(() => import("../ui/signIn/SessionEndDialog.tsx"))

export const SessionGuard = () => {
  const ended = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.snapshot)
  const client = useQueryClient()
  // After a sign-out, late answers are 401 as well.
  const wasSignedIn = client.getQueryData(sessionQuery.queryKey) != null
  return ended && wasSignedIn ? (
    <Suspense>
      <SessionEndDialog />
    </Suspense>
  ) : null
}
