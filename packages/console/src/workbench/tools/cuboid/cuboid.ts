/** The tool that makes cuboids. */
import { defineSpaceTool } from "../SpaceToolEntry.ts"

export const cuboid = defineSpaceTool({
  name: "cuboid",
  command: "cuboid",
  scope: "cuboids",
  keys: ["b"],
  words: { en: "New cuboid", de: "Neuer Quader" },
  icon: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  hints: [
    {
      en: "Click a rear corner. Double-click to use the default size of the category.",
      de: "Klicken Sie auf eine hintere Ecke. Ein Doppelklick verwendet die Standardgröße der Kategorie.",
    },
    {
      en: "Click the front corner on the same side.",
      de: "Klicken Sie auf die vordere Ecke derselben Seite.",
    },
    { en: "Click the opposite side.", de: "Klicken Sie auf die gegenüberliegende Seite." },
  ],
})
