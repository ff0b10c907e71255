/** The commands that choose between the labels of several people. */
import { useMemo } from "react"
import { type CommandSet, makeEach } from "../../commands/Command.ts"
import type { CommandName } from "../../commands/commands.ts"
import { mergedLetter } from "../../session/overlap.ts"
import type { Adjudication } from "./useAdjudication.ts"

/** The letters that have a key, and the word of the merged label. */
const letters = {
  label1: "A",
  label2: "B",
  label3: "C",
  label4: "D",
  label5: "E",
  label6: "F",
  label7: "G",
  label8: "H",
  label9: "I",
  label10: "J",
  labelMerged: mergedLetter,
} as const satisfies { readonly [Name in CommandName]?: string }

const takes = {
  take1: "A",
  take2: "B",
  take3: "C",
  take4: "D",
  take5: "E",
  take6: "F",
  take7: "G",
  take8: "H",
  take9: "I",
  take10: "J",
} as const satisfies { readonly [Name in CommandName]?: string }

/** The command that takes the version of the letter; undefined for a letter without a key. */
export const findTakeCommand = (letter: string): CommandName | undefined =>
  (Object.keys(takes) as Array<keyof typeof takes>).find((name) => takes[name] === letter)

/** The command that shows the label with the letter; undefined for a letter without a key. */
export const findLabelCommand = (letter: string): CommandName | undefined =>
  // Object.keys gives up the type of the keys.
  (Object.keys(letters) as Array<keyof typeof letters>).find((name) => letters[name] === letter)

const none: CommandSet = {}

/** None where nobody decides between labels. */
export const useAdjudicationCommands = (adjudication: Adjudication | undefined): CommandSet => {
  const { choose, keep, nextBeside, step, take, toggleAgreed, toggleBeside, toggleOverlay } =
    adjudication ?? {}
  return useMemo(
    () =>
      choose === undefined || step === undefined || take === undefined
        ? none
        : {
            ...makeEach(letters, (letter) => ({ run: () => choose(letter) })),
            ...makeEach(takes, (letter) => ({ run: () => take(letter) })),
            ...makeEach(
              {
                overlayLabels: toggleOverlay,
                onlyDifferences: toggleAgreed,
                besideLabels: toggleBeside,
                nextBeside,
                keepVersion: keep,
              },
              (run) => ({ run }),
            ),
            ...makeEach({ nextDifference: 1, previousDifference: -1 } as const, (by) => ({
              run: () => step(by),
            })),
          },
    [choose, keep, nextBeside, step, take, toggleAgreed, toggleBeside, toggleOverlay],
  )
}
