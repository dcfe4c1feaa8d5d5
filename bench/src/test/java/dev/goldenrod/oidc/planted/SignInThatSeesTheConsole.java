package dev.goldenrod.oidc.planted;

import dev.goldenrod.console.Console;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public record SignInThatSeesTheConsole(Console console) {}
