/** The German words of the sign-in page. */
import type { Translation } from "../words.ts"

export default {
  title: "Anmelden",
  apiKey: "API-Schlüssel",
  apiKeyHint: "Er beginnt mit ann_ und wird nicht in diesem Browser gespeichert.",
  submit: "Anmelden",
  provider: "Mit Ihrer Organisation anmelden",
  or: "oder",
  wrongKey: "Dieser Schlüssel gilt nicht. Er ist vielleicht abgelaufen oder widerrufen.",
  wrongToken: "Dieser Link wurde benutzt oder ist abgelaufen. `annotary token` erzeugt einen neuen.",
  linkRunning: "Sie werden mit Ihrem Link angemeldet…",
  again: {
    title: "Ihre Sitzung ist beendet",
    text: "Melden Sie sich an, um fortzufahren. Was Sie auf dieser Seite getan haben, bleibt erhalten.",
    textOf:
      "Melden Sie sich als {{user}} an, um fortzufahren. Was Sie auf dieser Seite getan haben, bleibt erhalten.",
    close: "Ohne Anmeldung schließen",
  },
  recent: {
    title: "Erneut anmelden",
    text: "Dafür darf die Anmeldung höchstens zehn Minuten alt sein. Melden Sie sich erneut als {{user}} an, um fortzufahren.",
    close: "Abbrechen",
    other: "Der Schlüssel gehört {{other}}. Verwenden Sie einen von {{user}}.",
  },
  errors: {
    unknown: "Für Sie gibt es kein Konto auf diesem Server. Bitten Sie eine Administratorin darum.",
    disabled: "Ihr Konto auf diesem Server ist gesperrt.",
    name_missing: "Ihr Identitätsanbieter nennt keinen Namen, den ein Konto auf diesem Server haben kann.",
    name_taken:
      "Ihr Name ist auf diesem Server vergeben. Lassen Sie das Konto mit Ihrer Identität verknüpfen.",
    denied: "Ihr Identitätsanbieter hat Sie nicht angemeldet.",
    failed: "Die Anmeldung wurde nicht abgeschlossen. Beginnen Sie sie erneut.",
    unavailable: "Ihr Identitätsanbieter antwortet nicht. Versuchen Sie es in einer Minute erneut.",
  },
} satisfies Translation<"signIn">
