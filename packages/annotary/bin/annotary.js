#!/usr/bin/env node
import "@annotary/server/cli"
