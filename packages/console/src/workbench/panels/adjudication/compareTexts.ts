/** The comparison of labels, as the server makes it of labels that are not too large for it. */
import { type Configuration, compareLabels } from "@annotary/core/agreement"

/** The labels as text, with their letters. */
export interface TextsToCompare {
  readonly configuration: string
  readonly labels: ReadonlyArray<{ readonly letter: string; readonly text: string }>
}

/** Returns the comparison as JSON text. A configuration that cannot be read compares objects by their categories alone. */
export const compareTexts = ({ configuration, labels }: TextsToCompare): string => {
  const people = labels.map(({ letter, text }) => ({ person: letter, label: JSON.parse(text) }))
  try {
    // Cast: the server has stored it as a configuration.
    return JSON.stringify(compareLabels(JSON.parse(configuration) as Configuration, people))
  } catch {
    return JSON.stringify(compareLabels({ categories: [] }, people))
  }
}
