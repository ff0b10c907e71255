/** The pointer and the wheel on an element, in React. */
import { useEffect, useRef } from "react"
import { Pointer } from "./Pointer.ts"
import type { StageInput } from "./StageInput.ts"

export const useStageInput = (
  element: React.RefObject<HTMLElement | SVGElement | null>,
  input: StageInput,
): void => {
  const latest = useRef(input)
  latest.current = input
  useEffect(() => {
    const target = element.current
    return target === null ? undefined : new Pointer(target, () => latest.current).listen()
  }, [element])
}
