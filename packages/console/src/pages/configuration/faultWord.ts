/** The words for an error in the syntax of JSON. */
import type { TFunction } from "i18next"

const known = [
  "CloseBraceExpected",
  "CloseBracketExpected",
  "ColonExpected",
  "CommaExpected",
  "EndOfFileExpected",
  "InvalidCharacter",
  "InvalidCommentToken",
  "InvalidEscapeCharacter",
  "InvalidNumberFormat",
  "InvalidSymbol",
  "InvalidUnicode",
  "PropertyNameExpected",
  "UnexpectedEndOfComment",
  "UnexpectedEndOfNumber",
  "UnexpectedEndOfString",
  "ValueExpected",
] as const

export const faultWord = (t: TFunction<"configuration">, code: string): string => {
  const found = known.find((one) => one === code)
  return found === undefined ? code : t(`fault.${found}`)
}
