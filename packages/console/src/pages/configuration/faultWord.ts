/** The words for an error in the syntax of JSON. */
import type { TFunction } from "i18next"

const faultCodes = [
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

export const translateFault = (t: TFunction<"configuration">, code: string): string => {
  const faultCode = faultCodes.find((one) => one === code)
  return faultCode === undefined ? code : t(`fault.${faultCode}`)
}
