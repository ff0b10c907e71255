/** The findings of `annotary doctor`. */
export interface Finding {
  readonly mark: "ok" | "note" | "wrong"
  readonly text: string
}

export const makeOk = (text: string): Finding => ({ mark: "ok", text })
export const makeNote = (text: string): Finding => ({ mark: "note", text })
export const makeWrong = (text: string): Finding => ({ mark: "wrong", text })
