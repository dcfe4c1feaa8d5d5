package dev.goldenrod.masking.planted;

import dev.goldenrod.port.Store;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public record MaskThatSeesTheCore(Store store) {}
