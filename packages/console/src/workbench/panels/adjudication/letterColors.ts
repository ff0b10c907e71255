import { mergedLetter } from "../../session/overlap.ts"

/** The colors of labels that are drawn over each other. They differ for people who do not see red and green apart (Okabe and Ito). */
const colors = [
  "#56b4e9",
  "#e69f00",
  "#f0e442",
  "#cc79a7",
  "#009e73",
  "#d55e00",
  "#ffffff",
  "#9b8cff",
  "#7fdbca",
  "#c0c0c0",
]

/** The merged label is never among those that are drawn over another one. */
const mergedColor = "#ff9db5"

/** The color of a label by its letter. */
export const chooseLetterColor = (letter: string): string =>
  letter === mergedLetter ? mergedColor : (colors[letter.charCodeAt(0) - "A".charCodeAt(0)] ?? "#ffffff")
