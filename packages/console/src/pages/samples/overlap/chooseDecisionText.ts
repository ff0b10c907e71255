/** The words for a decision. `accepted`: the letter of the accepted label, or `merged`. */
export const chooseDecisionText = (accepted: string | null): "accepted" | "decided" | "merged" =>
  accepted === null ? "decided" : accepted === "merged" ? "merged" : "accepted"
