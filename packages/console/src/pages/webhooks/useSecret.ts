/** A secret on a page: outside of the cache of queries, and forgotten after a minute, when the window loses focus, and with the page. */
import { useCallback, useEffect, useState } from "react"

const shownMillis = 60_000

export const useSecret = () => {
  const [secret, setSecret] = useState<string | null>(null)
  const forget = useCallback(() => setSecret(null), [])
  useEffect(() => {
    if (secret === null) return
    const timer = setTimeout(forget, shownMillis)
    addEventListener("blur", forget)
    return () => {
      clearTimeout(timer)
      removeEventListener("blur", forget)
    }
  }, [secret, forget])
  return { secret, show: setSecret, forget }
}
