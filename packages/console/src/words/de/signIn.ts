/** The German words of the sign-in page. */
import type { Translation } from "../words.ts"

export default {
  title: "Anmelden",
  apiKey: "API-Schlüssel",
  apiKeyHint: "Beginnt mit ann_. Er wird nicht in diesem Browser gespeichert.",
  submit: "Anmelden",
  help: "Noch kein Schlüssel? Öffnen Sie einen Einladungs- oder Anmeldelink, den Sie bekommen haben, oder fragen Sie die Verwaltung dieses Servers.",
  provider: "Mit Ihrer Organisation anmelden",
  or: "oder",
  wrongKey: "Dieser Schlüssel ist ungültig. Er ist vielleicht abgelaufen oder wurde widerrufen.",
  wrongToken:
    "Dieser Link ist abgelaufen oder wurde bereits verwendet. Erstellen Sie mit `annotary token` einen neuen.",
  linkRunning: "Sie werden mit Ihrem Link angemeldet…",
  again: {
    title: "Ihre Sitzung ist beendet",
    text: "Melden Sie sich an, um fortzufahren. Ihre Arbeit auf dieser Seite bleibt erhalten.",
    textOf: "Melden Sie sich als {{user}} an, um fortzufahren. Ihre Arbeit auf dieser Seite bleibt erhalten.",
    close: "Ohne Anmeldung schließen",
  },
  recent: {
    title: "Erneut anmelden",
    text: "Dafür darf die Anmeldung höchstens zehn Minuten alt sein. Melden Sie sich erneut als {{user}} an, um fortzufahren.",
    close: "Abbrechen",
    other: "Dieser Schlüssel gehört {{other}}. Verwenden Sie einen Schlüssel von {{user}}.",
  },
  errors: {
    unknown: "Sie haben kein Konto auf diesem Server. Bitten Sie einen Admin, eines anzulegen.",
    disabled: "Ihr Konto auf diesem Server ist gesperrt. Bitten Sie einen Admin, es zu entsperren.",
    name_missing:
      "Ihr Identitätsanbieter hat keinen Namen übermittelt, der auf diesem Server verwendet werden kann. Bitten Sie einen Admin um Hilfe.",
    name_taken:
      "Ihr Name ist auf diesem Server bereits vergeben. Bitten Sie einen Admin, dieses Konto mit Ihrer Identität zu verknüpfen.",
    denied: "Ihr Identitätsanbieter hat Sie nicht angemeldet.",
    failed: "Die Anmeldung konnte nicht abgeschlossen werden. Versuchen Sie es erneut.",
    unavailable: "Ihr Identitätsanbieter antwortet nicht. Versuchen Sie es in einer Minute erneut.",
  },
} satisfies Translation<"signIn">
