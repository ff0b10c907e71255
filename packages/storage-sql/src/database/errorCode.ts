/** The driver's error code, on the error or on one of its causes; empty where there is none. */
export const codeOf = (cause: unknown): string => {
  let at = cause
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    if ("code" in at && typeof at.code === "string") return at.code
    at = "cause" in at ? at.cause : undefined
  }
  return ""
}
