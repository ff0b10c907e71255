/** A server that draws pages imports both entry points without a browser. */
import { AnnotaryWebhooks } from "@annotary/console/react"
import "@annotary/console/element"
import { createElement } from "react"
import { renderToString } from "react-dom/server"

console.log(renderToString(createElement(AnnotaryWebhooks, { token: "none" })))
