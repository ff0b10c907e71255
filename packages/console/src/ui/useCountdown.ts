import { useEffect, useState } from "react"

/** The seconds that are left of a number of them, since the component was first drawn. */
export const useCountdown = (seconds: number): number => {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
